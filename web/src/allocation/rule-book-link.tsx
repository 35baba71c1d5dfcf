/** Beside the title of each screen of the rule book: its version, how many findings there are, and the way to both. */
export function RuleBookLink() {
  return null
}
