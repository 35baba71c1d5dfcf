import type { Random } from './seeded-random.ts'

/** An account besides the demo's named accounts. */
export type DemoPerson = {
  username: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  role: string
  /** Empty for the operator's staff. */
  client: string
  active: boolean
  locked: boolean
}

const FIRST = 'Aoife Bronwen Carys Denzil Elsie Farah Gareth Hana Idris Jodie Kofi Lowri Malik Nia Owen Pippa'.split(
  ' ',
)
const LAST = 'Abbott Barlow Cartwright Dunmore Ellison Farrow Gallagher Hepworth Ingham Jarvis Kirkby Lomax'.split(' ')
const STAFF = 12
const PEOPLE_PER_CLIENT = 5

/** Makes the operator's staff and a few people of each client. They have no passwords: they are still to be invited. */
export function makePeople(random: Random, clients: readonly string[]): DemoPerson[] {
  const taken = new Set<string>()
  const person = (client: string, role: string): DemoPerson => {
    let [first_name, last_name, username] = ['', '', '']
    do {
      first_name = random.of(FIRST)
      last_name = random.of(LAST)
      username = `${first_name}.${last_name}`.toLowerCase()
    } while (taken.has(username))
    taken.add(username)
    return {
      username,
      first_name,
      last_name,
      email: `${username}@example.com`,
      phone_number: `07700 900${String(random.whole(0, 999)).padStart(3, '0')}`,
      role,
      client,
      active: random.happens(0.8),
      locked: random.happens(0.04),
    }
  }
  return [
    ...Array.from({ length: STAFF }, () => person('', 'internal-user')),
    ...clients.flatMap((client) =>
      Array.from({ length: PEOPLE_PER_CLIENT }, (_, index) =>
        person(client, index === 0 ? 'client-administrator' : 'client-user'),
      ),
    ),
  ]
}
