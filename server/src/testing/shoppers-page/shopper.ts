import type { TestPortal } from '../test-portal.ts'

export type Shown = { status: number; location: string; text: string; headers: Headers }

/** A shopper in a browser without scripts, with their own address: keeps a cookie, and sends forms as on the page. */
export function openShopper(portal: TestPortal, options: { address?: string; cookie?: string } = {}) {
  let cookie = options.cookie ?? ''
  let seal = ''
  const ask = async (method: string, path: string, body?: URLSearchParams | FormData): Promise<Shown> => {
    const answer = await fetch(`${portal.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...(options.address && { 'x-forwarded-for': options.address }) },
      ...(body && { body }),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const text = await answer.text()
    seal = /name="seal" value="([^"]+)"/.exec(text)?.[1] ?? seal
    return { status: answer.status, location: answer.headers.get('location') ?? '', text, headers: answer.headers }
  }
  return {
    show: (path: string) => ask('GET', path),
    /** Sends a form to a path with the seal of the last page, and returns the answer. */
    async send(path: string, fields: Record<string, string>, photos: Record<string, Uint8Array<ArrayBuffer>> = {}) {
      const names = Object.keys(photos)
      const all = { seal, ...fields }
      if (names.length === 0) return ask('POST', path, new URLSearchParams(all))
      const form = new FormData()
      for (const [name, value] of Object.entries(all)) form.set(name, value)
      for (const name of names) form.append(name, new Blob([photos[name] ?? new Uint8Array()]), 'photo.jpg')
      return ask('POST', path, form)
    },
    forget: () => (cookie = ''),
    get cookie() {
      return cookie
    },
  }
}
export type Shopper = ReturnType<typeof openShopper>
