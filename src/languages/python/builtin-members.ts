/** Methods of the types that Python has by itself: a value of which nothing is told is most likely one of these. */
export const builtinMembers: ReadonlySet<string> = new Set(
  `add append capitalize casefold center clear close copy count decode difference discard encode endswith expandtabs
extend find flush format format_map fromkeys get index insert intersection isalnum isalpha isdecimal isdigit
isdisjoint islower isnumeric isspace issubset issuperset istitle isupper items join keys ljust lower lstrip
partition pop popitem read readable readline readlines remove removeprefix removesuffix replace reverse rfind
rindex rjust rpartition rsplit rstrip seek send setdefault sort split splitlines startswith strip swapcase tell
throw title translate truncate union update upper values writable write writelines zfill`.split(/\s+/),
);
