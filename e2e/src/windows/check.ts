import { assert } from './breach.ts'
import type { Desk, World } from './desk.ts'
import { type ClientRecords, readRecords } from './client-records.ts'

/** Values of a window's fields, its stored drafts, and the client that it shows as selected. */
type WindowContent = { readonly fields: readonly string[]; readonly drafts: readonly string[]; readonly client: string }

const READ_CONTENT = `({
  fields: [...document.querySelectorAll('input, textarea')].map((field) => field.value),
  drafts: Object.entries(sessionStorage).filter(([key]) => key.startsWith('despatch.draft.')).map(([, text]) => text),
  client: document.querySelector('[data-client-switcher]')?.value ?? '',
})`

/** Compares all windows and the database with the expected state after a step. Throws a Breach. */
export async function check(world: World, expected: ReadonlyMap<string, ClientRecords>): Promise<void> {
  await Promise.all(Object.values(world.desks).map(checkDesk))
  for (const [client, right] of expected) {
    const is = await readRecords(world, client)
    for (const part of ['notes', 'reservations', 'orders'] as const)
      assert(
        is[part].join() === right[part].toSorted().join(),
        `${part} of ${client} are ${JSON.stringify(is[part])} instead of ${JSON.stringify(right[part].toSorted())}`,
      )
    for (const [order, status] of right.statuses)
      assert(
        is.statuses.get(order) === status,
        `order ${order} of ${client} is ${is.statuses.get(order)} instead of ${status}`,
      )
  }
}

async function checkDesk({ name, page, client, typed, complaints }: Desk): Promise<void> {
  assert(complaints.length === 0, `${name}: ${complaints.join('; ')}`)
  const content = await page.evaluate<WindowContent>(READ_CONTENT)
  assert(content.client.includes(client), `${name} works for ${content.client} instead of ${client}`)
  for (const [form, { values }] of typed)
    for (const text of Object.values(values))
      assert(
        content.fields.some((field) => isSame(field, text)) || content.drafts.some((draft) => contains(draft, text)),
        `${name}: '${text}' that was typed into ${form} is in no field and no draft`,
      )
}

/** Whether a field shows a typed text. Counts may be formatted differently. */
export const isSame = (shown: string, typed: string) => plain(shown) === plain(typed)
const plain = (text: string) => (/^[\d, ]+$/.test(text) ? String(Number(text.replaceAll(/[, ]/g, ''))) : text)

const contains = (draft: string, typed: string) => draft.includes(typed) || draft.includes(plain(typed))
