import { childIn, childrenOf, fieldAt, firstPart, kindAt, parentAt, textAt } from "../coded-tree.ts";
import { Field, type JavaWalk, Kind } from "./syntax.ts";
import { typeNameNode } from "./types.ts";

/** Methods that ask a class what it is, or name it to people, or are doubts themselves. */
const harmlessCalls = new Set(
  `getLogger getLog noneOf allOf assertThrows assertThrowsExactly assertInstanceOf expectThrows expect isInstanceOf
   isExactlyInstanceOf hasCauseInstanceOf catchThrowableOfType instanceOf isA any anyOf eq isAssignableFrom isInstance
   equals isEqualTo assertEquals assertSame assertNotEquals assertNotSame assertTrue assertFalse
   getMethod getDeclaredMethod getConstructor getDeclaredConstructor methodType load`.split(/\s+/u),
);

/** Keys of annotations whose classes are only compared with. */
const harmlessKeys = new Set("expected expectedExceptions noRollbackFor rollbackFor throws".split(" "));

/** `Order.class` where it is given on: who gets it may make an instance and call what that shows. */
export function noteClassLiteral(walk: JavaWalk, row: number): void {
  const named = typeNameNode(walk, firstPart(walk, row));
  if (named >= 0 && isGivenOn(walk, row)) noteNamed(walk, named);
}

/** `new TypeReference<List<Order>>() {}`: the types that a class without a body keeps are read by who knows it. */
export function noteTypeToken(walk: JavaWalk, creation: number): void {
  const body = childrenOf(walk, creation).find((child) => kindAt(walk, child) === Kind.class_body) ?? -1;
  if (body < 0 || childrenOf(walk, body).length > 0) return;
  const { next } = walk.tree;
  const type = childIn(walk, creation, Field.type);
  if (kindAt(walk, type) !== Kind.generic_type) return;
  const end = next[type] as number;
  for (let row = firstPart(walk, type) + 1; row < end; row++) {
    if (kindAt(walk, row) === Kind.type_identifier) noteNamed(walk, row);
  }
}

function noteNamed(walk: JavaWalk, named: number): void {
  walk.builder.flag(named, "reflection", "class literal", textAt(walk, named));
}

function isGivenOn(walk: JavaWalk, row: number): boolean {
  const parent = parentAt(walk, row);
  switch (kindAt(walk, parent)) {
    case Kind.binary_expression:
      return false;
    case Kind.method_invocation:
      return fieldAt(walk, row) !== Field.object;
    case Kind.argument_list: {
      const call = parentAt(walk, parent);
      if (kindAt(walk, call) !== Kind.method_invocation) return true;
      return !harmlessCalls.has(textAt(walk, childIn(walk, call, Field.name)));
    }
    case Kind.element_value_pair:
      return !harmlessKeys.has(textAt(walk, childIn(walk, parent, Field.key)));
    default:
      return true;
  }
}

/** Annotations that name a method of the class, or of another as `Other#method`. */
const namingAnnotations = /^(?:MethodSource|FieldSource|EnabledIf|DisabledIf)$/u;
/** Keys of annotations whose value is the name of a method. */
const namingKeys = /^(?:initMethod|destroyMethod|factoryMethod|fallbackMethod|dataProvider|method)$/u;

/** A string in an annotation that is the name of a method. */
export function noteNamedMethod(walk: JavaWalk, row: number): void {
  const written = textAt(walk, row).slice(1, -1);
  const name = /(?:^|[#.])(\w+)(?:\(.*\))?$/u.exec(written)?.[1];
  if (name === undefined) return;
  let at = parentAt(walk, row);
  if (kindAt(walk, at) === Kind.element_value_array_initializer) at = parentAt(walk, at);
  const isUnderKey =
    kindAt(walk, at) === Kind.element_value_pair &&
    namingKeys.test(textAt(walk, childIn(walk, at, Field.key)));
  if (kindAt(walk, at) === Kind.element_value_pair) at = parentAt(walk, at);
  if (kindAt(walk, at) !== Kind.annotation_argument_list) return;
  const annotation = textAt(walk, childIn(walk, parentAt(walk, at), Field.name));
  if (isUnderKey || namingAnnotations.test(annotation.slice(annotation.lastIndexOf(".") + 1))) {
    walk.builder.flag(row, "reflection", `@${annotation}`, name);
  }
}
