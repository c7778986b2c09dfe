/** What the link step must know of a language. All of it is data, or pure. */
export interface LinkRules {
  /** What stands between the parts of a package's name: "/", ".", "::". */
  readonly packageSeparator: string;
  /** "@scope/name" is one part of a name. */
  readonly hasScopedPackages?: boolean;
  /** Importing a file runs its top level. */
  readonly importRuns: boolean;
  /** Functions of a file that run with its top level: Go's `init`. */
  readonly initializers?: readonly string[];
  /**
   * The code in the body of a class runs where the class is defined, as a part of what stands around it, or
   * with the first use of the class.
   */
  readonly classBodyRuns: "at-definition" | "at-use";
  /** The kind of the edges from a call through a value of which nothing is known. */
  readonly unknownReceiver: "field" | "name";
  /** A package's export of this name is the package itself: JavaScript's "default". */
  readonly defaultExport?: string;
  /** Names that every file sees, and the module whose key they get. */
  readonly builtins?: { readonly module: string; readonly names: ReadonlySet<string> };
  /** Members that the language, or code outside, calls on any value of their class without naming it. */
  readonly isImplicitMember?: (name: string) => boolean;
  /** Members of a class that run where a class is made from it. */
  readonly calledBelow?: ReadonlySet<string>;
  /** A decorator is a function that gets what it decorates; by its key, those that only change how it is called. */
  readonly decorators?: { readonly isNeutral: (key: string) => boolean };
  /** Code outside may call what stands under an annotation of its own, but for those that only say something. */
  readonly annotations?: {
    readonly isNeutral: (name: string) => boolean;
    /** What it hands over are parts of the program, and no values that it makes of data or turns into data. */
    readonly wires: (name: string) => boolean;
  };
  /** Flags of a class that is named as a value: who gets it makes instances and calls what it shows. */
  readonly classFlag?: string;
  /** Types of the language whose methods give only values of such types. */
  readonly closedTypes?: ReadonlySet<string>;
  /** By the key of a type outside, the keys of those that it derives from directly. */
  readonly basesOutside?: ReadonlyMap<string, readonly string[]>;
  /** The key of the type outside that all types derive from. */
  readonly rootType?: string;
  /** The method that runs when a value is called: Python's `__call__`. */
  readonly callMember?: string;
  /** Packages that call any exported method of a value that they are given, by its name at run time. */
  readonly reflectingPackages?: ReadonlySet<string>;
  /** Reflection calls methods of values that it is given, and finds no function by its name: Go's. */
  readonly reflectsMethods?: true;
  /** By its name: a package outside that may know any exported method of a value by an interface of its own. */
  readonly isStranger?: (specifier: string) => boolean;
  /** Interfaces of packages of the language, as `package.Name`: a call through one may run what the project has for it. */
  readonly outsideInterfaces?: ReadonlySet<string>;
  /** The methods that packages of the language call on a value that they are given, by package. */
  readonly calledBy?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Packages that keep what they are given and give it back as anything. */
  readonly keepingPackages?: ReadonlySet<string>;
  /** Functions and types of the language that make a value one of any type. */
  readonly openBuiltins?: ReadonlySet<string>;
  /** Flags of functions that are not written in the language, and may call any exported method of what they get. */
  readonly strangeFlags?: ReadonlySet<string>;
  /** Members that code outside often calls on a value that it is given. */
  readonly isLikelyCalled?: (name: string, resultCount: number) => boolean;
  /** A type that is written may be converted to by traits that are not named there: Rust's `From`, `Default`. */
  readonly typesConvert?: boolean;
  /** Where a type is written there may be values of it that no call makes: zero values, what is read out of data. */
  readonly typesAreMade?: boolean;
  /** A type that is made from another has methods of its own, and no alias has: Go's `type Level int`. */
  readonly madeTypesHaveMethods?: boolean;
  /** A constructor runs one of its base, also without a word. */
  readonly constructorsChain?: boolean;
  /** What a type is an implementation of gives it no further members by itself: Rust's traits. */
  readonly basesAreTraits?: boolean;
  /** Values need no type to be called by code outside: any public method of one that is given away may run. */
  readonly isDuckTyped?: boolean;
  /** A type is of an interface when it has its members, without a word. */
  readonly isStructural?: boolean;
  /** Types outside of whose members all names are known, as `package.Name`: who embeds one has no more of it. */
  readonly membersOutside?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of types of the language that are other names for one another: `byte`. */
  readonly aliases?: ReadonlySet<string>;
  /** A member of an object and its element of that name are one: JavaScript's `o.a` and `o["a"]`. */
  readonly membersAreElements?: boolean;
  /** A function as a value is an object of one method, by whatever name that is called: Java's lambdas. */
  readonly functionsHaveOneMethod?: boolean;
  /** Members that every function has and that call it: JavaScript's `call` and `apply`. */
  readonly callingMembers?: ReadonlySet<string>;
  /** Functions that are used as values are followed to all who can call them, so that naming one runs nothing yet. */
  readonly followed?: FollowedValues;
  /** Called by this name, something outside is a class that is made an instance of. */
  readonly isConstructorName?: (name: string) => boolean;
}

export interface FollowedValues {
  /** Members of tables and lists of the language of which records tell all that they do with what is in there. */
  readonly tableMembers: ReadonlySet<string>;
  /** Those of them that are followed where an operator calls them, and not where they are called by their name. */
  readonly tableOperators?: ReadonlySet<string>;
  /** A member that is read of a table has the table with it, and may be called elsewhere. */
  readonly membersAreBound?: true;
  /** Members of a function by which it is called, or got at, in a way that is not followed. */
  readonly functionMembers?: ReadonlySet<string>;
  /** Names by which code gets at what is in a function: where the project has one, nothing is told of any function. */
  readonly innerReaders?: ReadonlySet<string>;
  /** Functions of the language that get at any variable in sight of their call. */
  readonly nameReaders: ReadonlySet<string>;
  /** Whoever reads a variable of a file's top level by a name that no file binds, reads it through one of these. */
  readonly globalObjects?: ReadonlySet<string>;
  /**
   * Every name at the top level of a file can be read by other files, without a word that says so. Who reads one that no
   * file of the project imports is code outside: there is some in a project with a module that is none of these, or
   * with such a manifest. So does who asks a value for all names of a module, by a member of such a name.
   */
  readonly openTopLevel?: {
    readonly isOfLanguage: (specifier: string) => boolean;
    readonly isNamespace: (name: string) => boolean;
    readonly manifests: ReadonlySet<string>;
  };
}

/** For a language that says nothing of itself: nothing runs that is not called. */
export const plainLinkRules: LinkRules = {
  packageSeparator: "/",
  importRuns: false,
  classBodyRuns: "at-use",
  unknownReceiver: "name",
};
