import type { GivenOutside, SymbolOfLanguage } from "../../engine/graph/graph.ts";

/*
 * What members of the standard library's containers give, by the types that are written for what they hold. A name that
 * stands in no list gives something that is not known.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u));

/** Types that a file sees without an import, and what has no name: "[]" for arrays and slices, "()" for tuples. */
const seenTypes = words(
  `Option Result Vec String str char bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 Iterator IntoIterator
   DoubleEndedIterator ExactSizeIterator AsRef AsMut Into From ToOwned ToString Extend`,
);

export function typeOfLanguage(name: string): SymbolOfLanguage | undefined {
  if (name === "[]") return { name: "std", names: ["slice"] };
  if (name === "()") return { name: "std", names: ["tuple"] };
  return seenTypes.has(name) ? { name: "std", names: [name] } : undefined;
}

const lists = words("Vec VecDeque LinkedList slice HashSet BTreeSet IndexSet BinaryHeap SmallVec ArrayVec");
const maps = words("HashMap BTreeMap IndexMap FxHashMap AHashMap");
const iterators = words("Iterator IntoIterator DoubleEndedIterator ExactSizeIterator FusedIterator Peekable");
const cells = words("RefCell Cell Mutex RwLock OnceCell OnceLock");

const sameOption = words(
  `as_ref as_mut as_deref as_deref_mut clone cloned copied take replace or or_else filter inspect xor iter iter_mut into_iter
   as_slice map_err inspect_err as_pin_mut insert_none`,
);
const heldByOption = words(
  `unwrap expect unwrap_or unwrap_or_else unwrap_or_default get_or_insert get_or_insert_with insert unwrap_unchecked ! [..]`,
);
const elementOrNone = words(
  `get get_mut first first_mut last last_mut pop pop_front pop_back front front_mut back back_mut peek peek_mut take get_index`,
);
const elementOfList = words("[] remove swap_remove get_unchecked get_unchecked_mut get_or_insert_with");
const sameList = words(
  `clone to_vec as_slice as_mut_slice into_boxed_slice to_owned as_ref as_mut split_off borrow borrow_mut into_vec by_ref`,
);
const iteratorOfList = words(
  "iter iter_mut into_iter drain difference union intersection symmetric_difference extract_if into_sorted_vec",
);
const sameIterator = words(
  `by_ref rev skip take chain cloned copied filter peekable step_by inspect skip_while take_while cycle fuse into_iter iter
   clone as_slice`,
);
const itemOrNone = words(
  `next last nth peek peek_mut max min find reduce next_back max_by max_by_key min_by min_by_key rfind nth_back next_if`,
);
const valuesOfMap = words("values values_mut into_values");
const keysOfMap = words("keys into_keys");
const pairsOfMap = words("iter iter_mut into_iter drain");
const valueOrNone = words("get get_mut remove insert get_index_mut shift_remove swap_remove");

const std = (type: string, of: readonly number[]): GivenOutside => ({ name: "std", names: [type], of });

/** What a member of a value of a type gives: a method that is called, an element, an item of a loop, a part of a tuple. */
export function givenOutside(_: string, member: string, type: string): GivenOutside | undefined {
  if (type === "Option") return ofOption(member);
  if (type === "Result") return ofResult(member);
  if (lists.has(type)) return ofList(member);
  if (iterators.has(type)) return ofIterator(member);
  if (maps.has(type)) return ofMap(member);
  if (cells.has(type)) return ofCell(type, member);
  if (type === "tuple")
    return /^\d+$/u.test(member) ? Number(member) : member === "clone" ? "same" : undefined;
  if (type === "Into" && member === "into") return "first";
  if (type === "AsRef" && member === "as_ref") return "first";
  if (type === "AsMut" && member === "as_mut") return "first";
  if (type === "Weak")
    return member === "upgrade" ? std("Option", [0]) : member === "clone" ? "same" : undefined;
  if (type === "Entry")
    return member.startsWith("or_") ? "last" : member === "and_modify" ? "same" : undefined;
  return undefined;
}

function ofOption(member: string): GivenOutside | undefined {
  if (heldByOption.has(member)) return "first";
  if (member === "ok_or" || member === "ok_or_else") return std("Result", [0]);
  return sameOption.has(member) ? "same" : undefined;
}

function ofResult(member: string): GivenOutside | undefined {
  if (heldByOption.has(member)) return "first";
  if (member === "!!" || member === "unwrap_err" || member === "expect_err") return 1;
  if (member === "ok") return std("Option", [0]);
  if (member === "err") return std("Option", [1]);
  return sameOption.has(member) ? "same" : undefined;
}

function ofList(member: string): GivenOutside | undefined {
  if (elementOfList.has(member) || member === "[..]") return "first";
  if (elementOrNone.has(member)) return std("Option", [0]);
  if (iteratorOfList.has(member)) return std("Iterator", [0]);
  return sameList.has(member) ? "same" : undefined;
}

function ofIterator(member: string): GivenOutside | undefined {
  if (member === "[..]") return "first";
  if (itemOrNone.has(member)) return std("Option", [0]);
  return sameIterator.has(member) ? "same" : undefined;
}

function ofMap(member: string): GivenOutside | undefined {
  if (member === "[..]") return std("tuple", [0, 1]);
  if (member === "[]") return 1;
  if (valuesOfMap.has(member)) return std("Iterator", [1]);
  if (keysOfMap.has(member)) return std("Iterator", [0]);
  if (valueOrNone.has(member)) return std("Option", [1]);
  if (member === "entry") return std("Entry", [0, 1]);
  if (pairsOfMap.has(member)) return undefined;
  return member === "clone" || member === "as_ref" || member === "as_mut" ? "same" : undefined;
}

function ofCell(type: string, member: string): GivenOutside | undefined {
  switch (member) {
    case "borrow":
    case "borrow_mut":
    case "take":
    case "replace":
    case "get_or_init":
      return "first";
    case "lock":
    case "read":
    case "write":
    case "try_borrow":
    case "try_borrow_mut":
    case "try_lock":
      return std("Result", [0]);
    case "get":
      return type === "Cell" ? "first" : std("Option", [0]);
    case "get_mut":
      return type === "RefCell" || type === "Cell"
        ? "first"
        : type.startsWith("Once")
          ? std("Option", [0])
          : std("Result", [0]);
    case "into_inner":
      return type === "RefCell" || type === "Cell"
        ? "first"
        : type.startsWith("Once")
          ? std("Option", [0])
          : std("Result", [0]);
    default:
      return undefined;
  }
}

const symbol = (trait: string, member: string): readonly [string, SymbolOfLanguage] => [
  member,
  { name: "std", names: [trait, member] },
];

/** Members of any value by a trait that it derives or has by itself, which give the value again. */
export const givesAgain: ReadonlyMap<string, SymbolOfLanguage> = new Map([
  symbol("Clone", "clone"),
  symbol("ToOwned", "to_owned"),
  symbol("AsRef", "as_ref"),
  symbol("AsMut", "as_mut"),
  symbol("Borrow", "borrow"),
  symbol("BorrowMut", "borrow_mut"),
  symbol("Deref", "deref"),
  symbol("DerefMut", "deref_mut"),
  symbol("Iterator", "by_ref"),
  symbol("Cow", "into_owned"),
  symbol("Cow", "to_mut"),
]);

/** Functions of any type by a trait that it derives, which make a value of it. */
export const makesItself: ReadonlyMap<string, SymbolOfLanguage> = new Map([symbol("Default", "default")]);

export const standsFor = {
  members: [{ trait: "Deref", name: "Target" }],
  items: [
    { trait: "Iterator", name: "Item" },
    { trait: "IntoIterator", name: "Item" },
  ],
  elements: [{ trait: "Index", name: "Output" }],
};
