/** Today's wrong answers of the cases, as the harness words them, with the reason. An entry fails once it is no longer wrong. */
export const wrongToday: Readonly<
  Record<string, readonly { readonly answer: string; readonly reason: string }[]>
> = {
  "go-field-receiver-interface": [
    {
      answer: "no edge service/service.go//Service//Find -> repo/disk.go//Disk//Get",
      reason: "the record has no members of a Go interface that the link step compares yet",
    },
    { answer: "gopkg.in/yaml.v3//Unmarshal is not-found, not found", reason: "as above" },
  ],
  "js-module-exports-function": [
    {
      answer: "ejs//compile is found, not not-found|uncertain",
      reason: "an entry of an object that a function returns counts as handed on",
    },
  ],
  "py-dispatch-table": [
    {
      answer: "no edge main.py//dispatch -> handlers.py//on_load",
      reason: "the record has no call of an element",
    },
    {
      answer: "no edge main.py//dispatch -> handlers.py//on_show",
      reason: "the record has no call of an element",
    },
  ],
  "rust-calls-inside-macros": [
    {
      answer: "no edge src/main.rs//main -> src/work.rs//stamp",
      reason: "what a macro expands to is not linked as a part of its caller",
    },
    {
      answer:
        "serde_yaml//to_string is uncertain, not not-found the value that s.trim().to_string is called on is not known",
      reason: "the results of methods of the language's own types are not known",
    },
  ],
  "rust-generic-trait-bound": [
    {
      answer: "invented edge src/main.rs//Core//run -> src/matchers.rs//Decoy//is_match",
      reason: "a type parameter's bounds are not in the record",
    },
    {
      answer: "invented edge src/main.rs//search -> src/matchers.rs//Decoy//is_match",
      reason: "a type parameter's bounds are not in the record",
    },
    {
      answer:
        "serde_yaml//to_string is found, not not-found the value that self.matcher.is_match is called on is not known",
      reason: "a type parameter's bounds are not in the record",
    },
  ],
  "rust-honest-fn-pointer-and-generated": [
    {
      answer: "serde_yaml//from_str is not-found, not uncertain",
      reason: "the record has no flag for an include of a computed path",
    },
  ],
  "rust-workspace-renamed-dependency": [
    {
      answer: "no edge app/src/main.rs//main -> text-kit/src/lib.rs//pad",
      reason: "a dependency whose library has another name than its package is not found",
    },
  ],
};
