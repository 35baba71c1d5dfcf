import { openReceiver, type Received } from './receiver.ts'

type Reply = { status?: number; body?: unknown; retryAfter?: number; isHung?: boolean }
type Report = { name: string; datasetId?: string; reportType?: string; embedUrl?: string }
export type FakePowerBi = {
  url: string
  /** Requests in order, with the bodies of posts. */
  requests: { path: string; body: unknown; authorization: string }[]
  /** Sets the answers of addresses with this ending: one reply each, then the last one repeatedly. */
  answers(end: string, ...replies: Reply[]): void
  close(): Promise<void>
}

/**
 * Opens an HTTP server that answers as Microsoft documents: the token endpoint, reports and datasets of one workspace,
 * GenerateToken and export to file. Datasets whose id begins with 'open' require no identity.
 */
export async function openFakePowerBi(reports: readonly Report[]): Promise<FakePowerBi> {
  const receiver = await openReceiver()
  const url = receiver.url.replace(/\/hooks$/, '')
  const requests: FakePowerBi['requests'] = []
  const overrides = new Map<string, Reply[]>()
  const usual = (path: string): Reply => {
    if (path.endsWith('/oauth2/v2.0/token'))
      return { body: { token_type: 'Bearer', expires_in: 3599, access_token: 'aad' } }
    if (path.endsWith('/reports')) return { body: { value: reports.map((one, at) => reportOf(one, at, url)) } }
    const [, dataset] = /\/datasets\/([^/]+)$/.exec(path) ?? []
    if (dataset) return { body: { id: dataset, isEffectiveIdentityRequired: !dataset.startsWith('open') } }
    if (path.endsWith('/GenerateToken'))
      return { body: { token: 'embed', tokenId: 't', expiration: '2031-01-01T00:00:00Z' } }
    if (path.endsWith('/ExportTo')) return { status: 202, body: exportOf('NotStarted', 0), retryAfter: 0 }
    return { status: 404, body: { error: { code: 'PowerBIEntityNotFound' } } }
  }
  receiver.answers((received) => {
    requests.push({ path: received.path, body: bodyOf(received), authorization: received.headers.authorization ?? '' })
    const [, replies = []] = [...overrides].find(([end]) => received.path.endsWith(end)) ?? []
    const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? usual(received.path)
    const { status = 200, body = '', retryAfter, isHung = false } = reply
    return {
      status,
      isHung,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    }
  })
  return { url, requests, answers: (end, ...replies) => void overrides.set(end, replies), close: receiver.close }
}

/** Power BI's description of an export. */
export const exportOf = (status: string, percentComplete: number, more: object = {}) => ({
  id: 'Mi9C5419i-export',
  reportName: 'Any',
  status,
  percentComplete,
  ...more,
})

const reportOf = (
  { name, datasetId = 'rows', reportType = 'PowerBIReport', embedUrl }: Report,
  at: number,
  url: string,
) => ({
  id: `report-${at}`,
  name,
  datasetId,
  reportType,
  embedUrl: embedUrl ?? `${url}/reportEmbed?reportId=report-${at}`,
})

function bodyOf({ body, headers }: Received): unknown {
  if (body === '') return null
  return headers['content-type']?.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
}
