import type { LinkRules } from "../../engine/graph/graph.ts";
import { predeclaredNames } from "./predeclared.ts";

/** Methods that the standard library looks for on any value that it prints, compares or encodes. */
const implicit = new Set(["Error", "String", "GoString", "Format"]);

/** Methods of the interfaces by which the standard library calls back. */
const likely = new Set(
  `Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ReadByte ReadRune Len Less Swap Push Pop RoundTrip ServeHTTP
   MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalBinary UnmarshalBinary MarshalXML UnmarshalXML
   MarshalYAML UnmarshalYAML GobEncode GobDecode Scan Value Set Visit Handle Enabled WithAttrs WithGroup Open Stat
   Unwrap Is As Done Deadline Err Lock Unlock Run`.split(/\s+/),
);

/** What packages of the language call on values that they are given, by the interfaces that they ask for. */
const calledBy = new Map(
  Object.entries({
    sort: "Len Less Swap",
    "container/heap": "Len Less Swap Push Pop",
    "net/http": "ServeHTTP RoundTrip Header Write WriteHeader Read Close Flush",
    "net/http/httptest": "ServeHTTP Read",
    "net/http/httputil": "Read RoundTrip",
    io: "Read Write Close Seek ReadAt WriteAt ReadFrom WriteTo ReadByte ReadRune WriteString",
    "io/ioutil": "Read Write",
    bufio: "Read Write ReadFrom WriteTo",
    bytes: "Read Write",
    fmt: "Write Format GoString Scan Read",
    log: "Write",
    "log/slog": "Enabled Handle WithAttrs WithGroup LogValue Write",
    "encoding/json": "MarshalJSON UnmarshalJSON MarshalText UnmarshalText Read Write",
    "encoding/xml": "MarshalXML UnmarshalXML MarshalText UnmarshalText Read Write",
    "encoding/gob": "GobEncode GobDecode MarshalBinary UnmarshalBinary Read Write",
    "encoding/csv": "Read Write",
    errors: "Unwrap Is As",
    flag: "Set String Get",
    "database/sql": "Scan Value",
    context: "Deadline Done Err Value",
    sync: "Lock Unlock",
    "text/tabwriter": "Write",
    "compress/gzip": "Read Write",
    "archive/tar": "Read Write",
    "archive/zip": "Read Write ReadAt",
    "crypto/rand": "Read",
    "io/fs": "Open Stat ReadDir Read Close",
    "go/ast": "Visit",
    net: "Read Write Close Accept",
    image: "At Bounds ColorModel Read",
    "image/png": "At Bounds ColorModel Write Read",
  }).map(([name, methods]) => [name, new Set(methods.split(" "))] as const),
);

/** Interfaces that code of a project often has methods for. */
const outsideInterfaces = new Set(
  `io.Reader io.Writer io.Closer io.Seeker io.ReadWriter io.ReadCloser io.WriteCloser io.ReadWriteCloser io.ReadSeeker
   io.WriteSeeker io.ReadWriteSeeker io.ReaderAt io.WriterAt io.ReaderFrom io.WriterTo io.ByteReader io.ByteWriter
   io.RuneReader io.StringWriter net/http.Handler net/http.ResponseWriter net/http.RoundTripper
   net/http.Flusher net/http.Hijacker net/http.Pusher net/http.FileSystem net/http.File net/http.CookieJar
   context.Context sort.Interface container/heap.Interface fmt.Stringer fmt.GoStringer fmt.Formatter fmt.State
   fmt.Scanner io/fs.FS io/fs.File io/fs.FileInfo io/fs.DirEntry io/fs.ReadDirFS os.FileInfo os.Signal net.Conn
   net.Listener net.Addr net.Error net.PacketConn hash.Hash hash.Hash32 hash.Hash64 encoding.TextMarshaler
   encoding.TextUnmarshaler encoding.BinaryMarshaler encoding.BinaryUnmarshaler encoding/json.Marshaler
   encoding/json.Unmarshaler encoding/xml.Marshaler encoding/xml.Unmarshaler database/sql.Scanner database/sql.Result
   database/sql/driver.Driver database/sql/driver.Conn database/sql/driver.Stmt database/sql/driver.Rows
   database/sql/driver.Valuer log/slog.Handler log/slog.LogValuer flag.Value flag.Getter image.Image
   image/color.Color image/color.Model image/draw.Image go/ast.Visitor go/ast.Node sync.Locker math/rand.Source
   crypto.Signer crypto.Decrypter crypto/cipher.Block crypto/cipher.Stream crypto/cipher.AEAD testing.TB
   text/template/parse.Node expvar.Var reflect.Type`.split(/\s+/),
);

/** All methods of types that are often embedded. */
const membersOutside = new Map(
  Object.entries({
    "sync.Mutex": "Lock Unlock TryLock",
    "sync.RWMutex": "Lock Unlock TryLock RLock RUnlock TryRLock RLocker",
    "sync.Once": "Do",
    "sync.WaitGroup": "Add Done Wait Go",
    "sync.Locker": "Lock Unlock",
    "io.Reader": "Read",
    "io.Writer": "Write",
    "io.Closer": "Close",
    "io.ReadCloser": "Read Close",
    "io.WriteCloser": "Write Close",
    "io.ReadWriter": "Read Write",
    "net/http.ResponseWriter": "Header Write WriteHeader",
    "net/http.RoundTripper": "RoundTrip",
    "net/http.Handler": "ServeHTTP",
    "context.Context": "Deadline Done Err Value",
    "sort.Interface": "Len Less Swap",
    "fmt.Stringer": "String",
  }).map(([name, methods]) => [name, new Set(methods.split(" "))] as const),
);

/** What runs in Go without a call. */
export const linkRules: LinkRules = {
  packageSeparator: "/",
  importRuns: true,
  initializers: ["init"],
  classBodyRuns: "at-use",
  unknownReceiver: "name",
  builtins: { module: "builtin", names: predeclaredNames },
  isImplicitMember: (name) => implicit.has(name),
  isStructural: true,
  membersOutside,
  aliases: new Set(["byte", "uint8", "rune", "int32", "any"]),
  reflectsMethods: true,
  reflectingPackages: new Set(["reflect", "text/template", "html/template", "net/rpc", "plugin"]),
  // The packages of the language have no dot in the first part of their paths.
  isStranger: (specifier) => specifier.split("/", 1)[0]?.includes(".") === true,
  calledBy,
  outsideInterfaces,
  keepingPackages: new Set(
    "context sync sync/atomic container/list container/ring container/heap expvar database/sql".split(" "),
  ),
  openBuiltins: new Set(["any", "error"]),
  strangeFlags: new Set(["function without a body"]),
  typesAreMade: true,
  madeTypesHaveMethods: true,
  // A Close without a result is not the one of io.Closer.
  isLikelyCalled: (name, resultCount) => likely.has(name) && (name !== "Close" || resultCount === 1),
};
