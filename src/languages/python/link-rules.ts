import type { LinkRules } from "../../engine/graph/graph.ts";
import { standardLibrary } from "./standard-library.ts";

/** The names of the module `builtins` in Python 2.7 and 3. */
const builtins: ReadonlySet<string> = new Set(
  `abs aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable chr
   classmethod cmp coerce compile complex copyright credits delattr dict dir divmod enumerate eval exec execfile
   exit file filter float format frozenset getattr globals hasattr hash help hex id input int intern isinstance
   issubclass iter len license list locals long map max memoryview min next object oct open ord pow print property
   quit range raw_input reduce reload repr reversed round set setattr slice sorted staticmethod str sum super tuple
   type unichr unicode vars xrange zip __import__ __build_class__
   ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
   BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
   ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup
   FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
   ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt
   LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError
   OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
   RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StandardError StopAsyncIteration
   StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
   UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning
   UserWarning ValueError Warning ZeroDivisionError`.split(/\s+/u),
);

/** Decorators that hand what they decorate to nobody. */
const neutralDecorators =
  /^(?:builtins\/\/(?:property|staticmethod|classmethod)|(?:functools|abc|typing|typing_extensions|dataclasses|contextlib|enum|attr|attrs|warnings)\/\/.*|(?:setter|getter|deleter))$/u;

/** What libraries call on anything that acts as a file, a stream or a mapping. */
const fileLike = new Set(
  "write writelines flush close read readline readlines readinto seek tell fileno isatty getvalue keys items send".split(
    " ",
  ),
);

/** Members of lists, dictionaries and sets that are followed, or that give and call nothing that they hold. */
const tableMembers: ReadonlySet<string> = new Set(
  "append add extend update get setdefault items values copy pop keys clear count index".split(" "),
);

/** What operators call on them. */
const tableOperators: ReadonlySet<string> = new Set(
  `__getitem__ __setitem__ __delitem__ __iter__ __next__ __contains__ __len__ __add__ __or__ __iadd__ __ior__ __eq__
   __ne__ __bool__`.split(/\s+/u),
);

/** Modules of the library that read what another one has at its top level, by its name. */
const readsModules =
  /^(?:code|codeop|distutils|doctest|imp|importlib|inspect|modulefinder|multiprocessing|pdb|pickle|pkgutil|pydoc|runpy|shelve|unittest|__main__)(?:\.|$)/u;

/** What runs in Python without a call. */
export const linkRules: LinkRules = {
  packageSeparator: ".",
  importRuns: true,
  classBodyRuns: "at-definition",
  unknownReceiver: "name",
  builtins: { module: "builtins", names: builtins },
  isImplicitMember: (name) => name.startsWith("__") && name.endsWith("__"),
  calledBelow: new Set(["__init_subclass__", "__mro_entries__"]),
  decorators: { isNeutral: (key) => neutralDecorators.test(key) },
  closedTypes: new Set(["str", "bytes", "int", "float", "bool", "complex", "bytearray"]),
  callMember: "__call__",
  isDuckTyped: true,
  isLikelyCalled: (name) => fileLike.has(name),
  isConstructorName: (name) => /^_*\p{Lu}/u.test(name),
  followed: {
    tableMembers,
    tableOperators,
    membersAreBound: true,
    functionMembers: new Set(["__call__", "__get__", "__wrapped__", "__func__"]),
    innerReaders: new Set(
      `__defaults__ __kwdefaults__ __closure__ cell_contents f_locals gi_frame cr_frame ag_frame signature Signature
       getfullargspec getargspec getcallargs getclosurevars get_objects get_referrers`.split(/\s+/u),
    ),
    nameReaders: new Set(["eval", "exec", "execfile", "globals", "locals", "vars", "dir", "__import__"]),
    openTopLevel: {
      isOfLanguage: (specifier) =>
        standardLibrary.has(specifier.split(".")[0] as string) && !readsModules.test(specifier),
      isNamespace: (name) => /^(?:__dict__|__globals__|f_globals|f_locals|modules)$/u.test(name),
      manifests: new Set(["pyproject.toml", "setup.py", "setup.cfg"]),
    },
  },
};
