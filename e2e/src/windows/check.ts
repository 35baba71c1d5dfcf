import { hold } from './breach.ts'
import type { Desk, World } from './desk.ts'
import { type Kept, readKept } from './kept.ts'

/** What a window holds: the values of its fields, what it keeps of drafts, and the client that it says it works for. */
type Held = { readonly fields: readonly string[]; readonly drafts: readonly string[]; readonly client: string }

const HELD = `({
  fields: [...document.querySelectorAll('input, textarea')].map((field) => field.value),
  drafts: Object.entries(sessionStorage).filter(([key]) => key.startsWith('despatch.draft.')).map(([, text]) => text),
  client: document.querySelector('[data-client-switcher]')?.value ?? '',
})`

/** Throws a Breach for what does not hold after a step. */
export async function check(world: World, kept: ReadonlyMap<string, Kept>): Promise<void> {
  await Promise.all(Object.values(world.desks).map(checkDesk))
  for (const [client, right] of kept) {
    const is = await readKept(world, client)
    for (const part of ['notes', 'reservations', 'orders'] as const)
      hold(
        is[part].join() === right[part].toSorted().join(),
        `${part} of ${client} are ${JSON.stringify(is[part])} instead of ${JSON.stringify(right[part].toSorted())}`,
      )
    for (const [order, status] of right.statuses)
      hold(
        is.statuses.get(order) === status,
        `order ${order} of ${client} is ${is.statuses.get(order)} instead of ${status}`,
      )
  }
}

async function checkDesk({ name, page, client, typed, complaints }: Desk): Promise<void> {
  hold(complaints.length === 0, `${name}: ${complaints.join('; ')}`)
  const held = await page.evaluate<Held>(HELD)
  hold(held.client.includes(client), `${name} works for ${held.client} instead of ${client}`)
  for (const [form, { values }] of typed)
    for (const text of Object.values(values))
      hold(
        held.fields.some((field) => isSame(field, text)) || held.drafts.some((draft) => holds(draft, text)),
        `${name}: '${text}' that was typed into ${form} is in no field and no draft`,
      )
}

/** Whether a field shows what was typed; a count may be written otherwise. */
export const isSame = (shown: string, typed: string) => plain(shown) === plain(typed)
const plain = (text: string) => (/^[\d, ]+$/.test(text) ? String(Number(text.replaceAll(/[, ]/g, ''))) : text)

const holds = (draft: string, typed: string) => draft.includes(typed) || draft.includes(plain(typed))
