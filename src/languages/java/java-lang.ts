/** The types of `java.lang`, which every file sees (Java 21), but for those that no code is likely to name. */
export const javaLangTypes: ReadonlySet<string> = new Set(
  `Appendable AutoCloseable CharSequence Cloneable Comparable Iterable Readable Runnable Boolean Byte Character
   Class ClassLoader ClassValue Double Enum Float InheritableThreadLocal Integer Long Math Module ModuleLayer
   Number Object Package Process ProcessBuilder ProcessHandle Record Runtime RuntimePermission ScopedValue
   SecurityManager Short StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder System Thread
   ThreadGroup ThreadLocal Throwable Void ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException
   ClassCastException ClassNotFoundException CloneNotSupportedException EnumConstantNotPresentException Exception
   IllegalAccessException IllegalArgumentException IllegalCallerException IllegalMonitorStateException
   IllegalStateException IllegalThreadStateException IndexOutOfBoundsException InstantiationException
   InterruptedException LayerInstantiationException MatchException NegativeArraySizeException NoSuchFieldException
   NoSuchMethodException NullPointerException NumberFormatException ReflectiveOperationException RuntimeException
   SecurityException StringIndexOutOfBoundsException TypeNotPresentException UnsupportedOperationException
   WrongThreadException AbstractMethodError AssertionError BootstrapMethodError ClassCircularityError
   ClassFormatError Error ExceptionInInitializerError IllegalAccessError IncompatibleClassChangeError
   InstantiationError InternalError LinkageError NoClassDefFoundError NoSuchFieldError NoSuchMethodError
   OutOfMemoryError StackOverflowError ThreadDeath UnknownError UnsatisfiedLinkError UnsupportedClassVersionError
   VerifyError VirtualMachineError Deprecated FunctionalInterface Override SafeVarargs SuppressWarnings`.split(
    /\s+/,
  ),
);
