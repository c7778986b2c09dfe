/** Methods of the types that the language has by itself: a value of which nothing is told is most likely one of these. */
export const builtinMembers: ReadonlySet<string> = new Set(
  `add append apply at bind call catch charAt charCodeAt clear codePointAt concat copyWithin delete endsWith entries
every exec fill filter finally find findIndex findLast findLastIndex flat flatMap forEach get getTime has
hasOwnProperty includes indexOf isPrototypeOf join keys lastIndexOf length localeCompare map match matchAll next
normalize padEnd padStart pop push reduce reduceRight repeat replace replaceAll return reverse search set shift
size slice some sort splice split startsWith substring test then throw toFixed toISOString toJSON toLocaleString
toLowerCase toString toUpperCase trim trimEnd trimStart unshift valueOf values`.split(/\s+/),
);
