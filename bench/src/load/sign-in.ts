import { PASSWORD, usernameOf } from '../datasets/fill.ts'
import type { Server } from './processes.ts'

/** Signs in a client's user over HTTP. Returns the token. Throws if sign-in is refused. */
export async function signIn(product: Pick<Server, 'url'>, client: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: usernameOf(client), password: PASSWORD }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`${usernameOf(client)} could not sign in: ${answer.status}`)
  return token
}
