/** What narrows the list on the screen, in words: its view, the text searched for, and the filters that are on. */
export function filterWords(): string[] {
  const textsOf = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map(({ textContent }) => textContent.trim())
  const searched = document.querySelector<HTMLInputElement>('#screen input[data-filter]')?.value.trim()
  return [
    ...textsOf('#screen [data-tab][aria-pressed="true"] > [data-view-name]'),
    ...(searched ? [`Search: ${searched}`] : []),
    ...textsOf('#screen [data-chip][data-on] > :first-child'),
  ]
}
