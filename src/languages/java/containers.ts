/*
 * What the containers of the language do with values: a function that is put into a list, a table or an optional comes
 * out of it again. By names alone, since the types of values are not known where a file is read: a class of the
 * project whose methods have such names is followed as any other too.
 */

/** Methods that give the container itself, or another one with the same values. */
const sameValues = words(
  `iterator listIterator spliterator stream parallelStream sequential parallel values entrySet keySet subList
   headSet tailSet headMap tailMap descendingIterator filter sorted limit skip distinct peek collect toList toArray
   takeWhile dropWhile unordered onClose boxed findFirst findAny min max reduce elements clone orTimeout`,
);

/** Methods that give one of its values. */
const oneValue = words(
  `get getOrDefault getFirst getLast getValue getKey getNow next previous nextElement poll pollFirst pollLast pop peekFirst
   peekLast element elementAt first last firstElement lastElement firstEntry lastEntry remove removeFirst removeLast take
   takeFirst takeLast orElse orElseThrow orElseGet join ceiling floor higher lower getAndSet getAcquire getPlain
   computeIfAbsent computeIfPresent compute putIfAbsent merge put set replace resultNow requireNonNull`,
);

/** Methods of a function that give one which calls it, and those that it is given. */
const joiners = words("andThen compose and or negate reversed thenComparing");

/** Methods that keep their arguments, as far as these are values that can be kept. */
const keepers = words(
  `add addAll addFirst addLast addElement put putAll putIfAbsent putFirst putLast offer offerFirst offerLast push set
   setValue lazySet getAndSet insert insertElementAt replace merge complete compareAndSet`,
);

/** Methods that keep what a function that they are given gives. */
const makers = words("computeIfAbsent compute computeIfPresent merge replaceAll setAll");

/** Methods of types that make a container of their arguments. */
const factories = words(
  `of ofNullable ofEntries asList singleton singletonList singletonMap copyOf entry fill nCopies unmodifiableList
   unmodifiableSet unmodifiableMap unmodifiableCollection synchronizedList synchronizedMap synchronizedSet checkedList
   emptyList emptyMap emptySet empty completedFuture withInitial newArrayList newHashMap newHashSet newLinkedList
   concat generate iterate builder`,
);

const factoryTypes = words(
  `List Set Map Arrays Collections Stream Optional EnumSet EnumMap CompletableFuture Lists Sets Maps ImmutableList
   ImmutableSet ImmutableMap SimpleEntry Deque Queue ThreadLocal Objects StreamSupport`,
);

const containerType =
  /(?:List|Map|Set|Queue|Deque|Stack|Vector|Hashtable|Dictionary|Entry|Reference|ThreadLocal|Optional|Future)$/u;

const keyGivers = words("getKey firstKey lastKey floorKey ceilingKey higherKey lowerKey nextKey");

const typedValues = words(
  `get getOrDefault getFirst getLast getValue getNow next previous nextElement poll pollFirst pollLast pop peekFirst
   peekLast element elementAt firstElement lastElement take takeFirst takeLast orElse orElseThrow orElseGet join apply call
   cast newInstance getAndSet computeIfAbsent computeIfPresent compute putIfAbsent merge put resultNow`,
);

const sameTypes = words(
  `iterator listIterator spliterator stream parallelStream sequential parallel values entrySet subList headSet tailSet
   headMap tailMap descendingIterator descendingSet filter sorted limit skip distinct peek toList takeWhile dropWhile
   findFirst findAny min max or elements firstEntry lastEntry ceilingEntry floorEntry`,
);

const handers = words(
  `forEach forEachOrdered forEachRemaining filter map flatMap mapToInt mapToLong mapToDouble mapToObj peek ifPresent
   ifPresentOrElse removeIf anyMatch allMatch noneMatch takeWhile dropWhile sorted sort min max thenAccept thenApply thenCompose`,
);

export type ContainerUse = "same" | "one" | "joined" | "none";

/** What a method of that name of a container gives. */
export function givenBy(name: string): ContainerUse {
  if (oneValue.has(name)) return "one";
  if (joiners.has(name)) return "joined";
  return sameValues.has(name) ? "same" : "none";
}

/** Likewise of its type: a value of the last of its type arguments, of the first, or of the same type. */
export function typeGivenBy(name: string): "first" | "last" | "same" | "of-first" | undefined {
  if (keyGivers.has(name)) return "first";
  if (typedValues.has(name)) return "last";
  if (name === "keySet" || name === "navigableKeySet") return "of-first";
  return sameTypes.has(name) ? "same" : undefined;
}

/** Methods of containers that hand their values to a function. */
export function handsValues(name: string): boolean {
  return handers.has(name);
}

/** Methods of maps that hand keys and values to a function. */
export function handsEntries(name: string): boolean {
  return name === "forEach" || name === "replaceAll";
}

export function isKeeper(name: string): boolean {
  return keepers.has(name);
}

export function isMaker(name: string): boolean {
  return makers.has(name);
}

export function isFactory(type: string, name: string): boolean {
  return factories.has(name) && factoryTypes.has(type);
}

export function isContainerType(name: string): boolean {
  return containerType.test(name);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}
