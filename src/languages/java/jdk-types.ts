/*
 * What types of the JDK that programs derive from derive from themselves: a value that is declared as a `Collection` may
 * be of a class of the project that extends `AbstractList`. By package: a type, then what it extends and implements, in
 * the same package or with its package before it.
 */
const derived: Readonly<Record<string, string>> = {
  "java.lang": `Thread: Runnable; AutoCloseable:; CharSequence:; Number:; Enum: Comparable; Record:; ClassLoader:;
    Exception: Throwable; RuntimeException: Exception; Error: Throwable; IllegalArgumentException: RuntimeException;
    IllegalStateException: RuntimeException; UnsupportedOperationException: RuntimeException;
    IndexOutOfBoundsException: RuntimeException; NullPointerException: RuntimeException; SecurityException: RuntimeException;
    ClassNotFoundException: Exception; CloneNotSupportedException: Exception; InterruptedException: Exception;
    AssertionError: Error; StackOverflowError: Error; NumberFormatException: IllegalArgumentException;
    ArithmeticException: RuntimeException; ClassCastException: RuntimeException`,
  "java.util": `Collection: java.lang.Iterable; List: Collection; Set: Collection; Queue: Collection; Deque: Queue;
    SortedSet: Set; NavigableSet: SortedSet; SortedMap: Map; NavigableMap: SortedMap; ListIterator: Iterator;
    AbstractCollection: Collection; AbstractList: AbstractCollection List; AbstractSet: AbstractCollection Set;
    AbstractQueue: AbstractCollection Queue; AbstractSequentialList: AbstractList; AbstractMap: Map;
    ArrayList: AbstractList RandomAccess; LinkedList: AbstractSequentialList Deque; Vector: AbstractList; Stack: Vector;
    ArrayDeque: AbstractCollection Deque; PriorityQueue: AbstractQueue; HashSet: AbstractSet; LinkedHashSet: HashSet;
    TreeSet: AbstractSet NavigableSet; HashMap: AbstractMap; LinkedHashMap: HashMap; TreeMap: AbstractMap NavigableMap;
    EnumMap: AbstractMap; IdentityHashMap: AbstractMap; WeakHashMap: AbstractMap; Dictionary:; Hashtable: Dictionary Map;
    Properties: Hashtable; TimerTask: java.lang.Runnable; EventListener:; Random:; ResourceBundle:; Calendar:;
    PrimitiveIterator: Iterator; NoSuchElementException: java.lang.RuntimeException; AbstractMap.SimpleEntry: Map.Entry;
    ConcurrentModificationException: java.lang.RuntimeException`,
  "java.util.concurrent": `ExecutorService: Executor java.lang.AutoCloseable; ScheduledExecutorService: ExecutorService;
    AbstractExecutorService: ExecutorService; ThreadPoolExecutor: AbstractExecutorService; BlockingQueue: java.util.Queue;
    BlockingDeque: BlockingQueue java.util.Deque; ConcurrentMap: java.util.Map; RunnableFuture: java.lang.Runnable Future;
    FutureTask: RunnableFuture; ConcurrentHashMap: java.util.AbstractMap ConcurrentMap; ForkJoinTask: Future;
    RecursiveTask: ForkJoinTask; RecursiveAction: ForkJoinTask; CompletableFuture: Future CompletionStage; Delayed: java.lang.Comparable;
    CopyOnWriteArrayList: java.util.List; LinkedBlockingQueue: java.util.AbstractQueue BlockingQueue; TimeoutException: java.lang.Exception`,
  "java.util.function": `UnaryOperator: Function; BinaryOperator: BiFunction`,
  "java.util.stream": `Stream: BaseStream; BaseStream: java.lang.AutoCloseable`,
  "java.io": `Closeable: java.lang.AutoCloseable; InputStream: Closeable; OutputStream: Closeable Flushable; Reader: Closeable java.lang.Readable;
    Writer: Closeable Flushable java.lang.Appendable; FilterInputStream: InputStream; FilterOutputStream: OutputStream;
    BufferedInputStream: FilterInputStream; BufferedOutputStream: FilterOutputStream; DataInputStream: FilterInputStream DataInput;
    DataOutputStream: FilterOutputStream DataOutput; PrintStream: FilterOutputStream java.lang.Appendable; FileInputStream: InputStream;
    FileOutputStream: OutputStream; ByteArrayInputStream: InputStream; ByteArrayOutputStream: OutputStream;
    ObjectInputStream: InputStream ObjectInput; ObjectOutputStream: OutputStream ObjectOutput; ObjectInput: DataInput java.lang.AutoCloseable;
    ObjectOutput: DataOutput java.lang.AutoCloseable; FilterReader: Reader; FilterWriter: Writer; BufferedReader: Reader; BufferedWriter: Writer;
    PrintWriter: Writer; StringReader: Reader; StringWriter: Writer; InputStreamReader: Reader; OutputStreamWriter: Writer;
    FileReader: InputStreamReader; FileWriter: OutputStreamWriter; Externalizable: Serializable; IOException: java.lang.Exception;
    UncheckedIOException: java.lang.RuntimeException; FileNotFoundException: IOException; EOFException: IOException`,
  "java.lang.reflect": `ParameterizedType: Type; GenericArrayType: Type; WildcardType: Type; TypeVariable: Type`,
};

/** By the key of a type, those of the types that it derives from directly. */
export const jdkBases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(derived).flatMap(([name, text]) =>
    text.split(";").map((entry): [string, readonly string[]] => {
      const [type = "", bases = ""] = entry.trim().split(":");
      const written = bases
        .trim()
        .split(/\s+/u)
        .filter((base) => base !== "");
      return [
        keyOf(`${name}.${type}`),
        written.map((base) => keyOf(/^java\./u.test(base) ? base : `${name}.${base}`)),
      ];
    }),
  ),
);

function keyOf(name: string): string {
  return name.replaceAll(".", "//");
}
