/** A value of the engine as the same shape of `wire/`, whose fields may be written to. */
type Mutable<T> = T extends readonly (infer E)[]
  ? Mutable<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

/** The very same value: nothing is copied, so it must not be written to. */
export function mutable<T>(value: T): Mutable<T> {
  return value as Mutable<T>;
}
