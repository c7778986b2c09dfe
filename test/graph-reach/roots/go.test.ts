import { testRoots } from "./root-samples.ts";

const http = 'import "net/http"\n';

testRoots("Go", {
  "main of a main package": {
    files: {
      "go.mod": "module m\n",
      "cmd/a/main.go": "package main\nfunc main() { helper() }\nfunc helper() {}\n",
      "lib/b.go": "package lib\nfunc main() {}\n",
    },
    rule: "go-main",
    kind: "main",
    marks: ["cmd/a/main.go//main"],
  },
  "the exported functions of a module without a program": {
    files: {
      "go.mod": "module example.com/kit\n",
      "kit.go":
        "package kit\nfunc Open() { open() }\nfunc open() {}\ntype File struct{}\nfunc (f *File) Read() {}\nfunc (f *File) read() {}\n",
      "sub/sub.go": "package sub\nfunc Sub() {}\n",
      "internal/in/in.go": "package in\nfunc In() {}\n",
      "kit_test.go": "package kit\nfunc Helper() {}\n",
    },
    rule: "Go package",
    kind: "manifest",
    marks: ["kit.go", "kit.go//Open", "kit.go//File", "kit.go//File//Read", "sub/sub.go", "sub/sub.go//Sub"],
  },
  "a module that another one of the project uses is no library": {
    files: {
      "app/go.mod":
        "module example.com/app\nrequire example.com/kit v0.0.0\nreplace example.com/kit => ../kit\n",
      "app/main.go": 'package main\nimport "example.com/kit"\nfunc main() { kit.Open() }\n',
      "kit/go.mod": "module example.com/kit\n",
      "kit/kit.go": "package kit\nfunc Open() {}\nfunc Other() {}\n",
    },
    rule: "Go package",
    kind: "manifest",
    marks: [],
  },
  "net/http handlers": {
    files: {
      "a.go": `package web\n${http}func list(w http.ResponseWriter, r *http.Request) {}\nfunc spare(w http.ResponseWriter, r *http.Request) {}\nfunc Mount(mux *http.ServeMux) {\n\tmux.HandleFunc("/a", list)\n\thttp.Handle("/b", http.HandlerFunc(show))\n}\nfunc show(w http.ResponseWriter, r *http.Request) {}\n`,
    },
    rule: "go-http-route",
    kind: "framework",
    marks: ["a.go//list", "a.go//show"],
    needs: "net/http",
  },
  "net/http handler types": {
    files: {
      "a.go": `package web\n${http}type H struct{}\nfunc (h *H) ServeHTTP(w http.ResponseWriter, r *http.Request) {}\nfunc (h *H) Other() {}\n`,
    },
    rule: "go-http-handler",
    kind: "framework",
    marks: ["a.go//H//ServeHTTP"],
    needs: "net/http",
  },
  gin: {
    files: {
      "a.go":
        'package web\nimport "github.com/gin-gonic/gin"\nfunc list(c *gin.Context) {}\nfunc guard(c *gin.Context) {}\nfunc spare() {}\nfunc Mount(r *gin.Engine) {\n\tg := r.Group("/x")\n\tg.Use(guard)\n\tg.GET("/a", list)\n}\n',
    },
    rule: "gin-route",
    kind: "framework",
    marks: ["a.go//list", "a.go//guard"],
    needs: "github.com/gin-gonic/gin",
  },
  echo: {
    files: {
      "a.go":
        'package web\nimport "github.com/labstack/echo/v4"\ntype api struct{}\nfunc (a *api) list(c echo.Context) error { return nil }\nfunc (a *api) spare(c echo.Context) error { return nil }\nfunc Mount(e *echo.Echo, a *api) {\n\te.GET("/a", a.list)\n}\n',
    },
    rule: "echo-route",
    kind: "framework",
    marks: ["a.go//api//list"],
    needs: "github.com/labstack/echo",
  },
  chi: {
    files: {
      "a.go":
        'package web\nimport (\n\t"github.com/go-chi/chi/v5"\n\t"other/http"\n)\nfunc list(w http.ResponseWriter, r *http.Request) {}\nfunc spare() {}\nfunc Mount() {\n\tr := chi.NewRouter()\n\tr.Get("/a", list)\n}\n',
    },
    rule: "chi-route",
    kind: "framework",
    marks: ["a.go//list"],
    needs: "github.com/go-chi/chi",
  },
  cobra: {
    files: {
      "a.go":
        'package cmd\nimport "github.com/spf13/cobra"\nfunc run(cmd *cobra.Command, args []string) {}\nfunc before(cmd *cobra.Command, args []string) error { return nil }\nfunc spare() {}\nfunc New() *cobra.Command {\n\tc := &cobra.Command{Use: "a", Run: run}\n\tc.PreRunE = before\n\treturn c\n}\n',
    },
    rule: "cobra-command",
    kind: "framework",
    marks: ["a.go//run", "a.go//before"],
    needs: "github.com/spf13/cobra",
  },
  "go test": {
    files: {
      "a_test.go":
        'package a\nimport "testing"\nfunc TestA(t *testing.T) {}\nfunc BenchmarkA(b *testing.B) {}\nfunc ExampleA() {}\nfunc FuzzA(f *testing.F) {}\nfunc TestMain(m *testing.M) {}\nfunc Testing() {}\nfunc helper() {}\n',
      "a.go": "package a\nfunc TestB() {}\n",
    },
    rule: "go-test",
    kind: "test",
    marks: [
      "a_test.go//TestA",
      "a_test.go//BenchmarkA",
      "a_test.go//ExampleA",
      "a_test.go//FuzzA",
      "a_test.go//TestMain",
    ],
  },
  Lambda: {
    files: {
      "a.go":
        'package fn\nimport "github.com/aws/aws-lambda-go/lambda"\nfunc handle() {}\nfunc spare() {}\nfunc Start() {\n\tlambda.Start(handle)\n}\n',
    },
    rule: "lambda-handler",
    kind: "framework",
    marks: ["a.go//handle"],
    needs: "github.com/aws/aws-lambda-go",
  },
});
