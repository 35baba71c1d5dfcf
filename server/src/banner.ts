import { demoPassword, demoRoles, demoUsers } from './demo/roles-and-users.ts'
import { type Config, outboxFolder } from './process/config.ts'

/** The text shown when the server is ready: its address, demo accounts, and where data and mail are. */
export function banner({
  config,
  address,
  seconds,
  hasDemo,
}: {
  config: Config
  address: string
  seconds: number
  hasDemo: boolean
}): string {
  const lines = [
    '',
    `Despatch is ready at ${address} (after ${seconds.toFixed(1)} s)`,
    '',
    ...(hasDemo ? [...accountLines(), ''] : []),
    `Data:    ${config.databaseUrl === undefined ? config.dataDirectory : 'in the database of DATABASE_URL'}`,
    ...(config.smtp === undefined
      ? [`Mail:    ${outboxFolder(config)} (no PORTAL_SMTP is given: each mail is a file)`]
      : []),
    'Stop with Ctrl-C.',
    '',
  ]
  return lines.join('\n')
}

function accountLines(): string[] {
  const roleName = (code: string) => demoRoles.find((role) => role.code === code)?.name ?? code
  return [
    `Demo accounts, all with the password: ${demoPassword}`,
    ...demoUsers.map(
      ({ username, role, clients }) => `  ${username.padEnd(12)}${[roleName(role), ...clients].join(', ')}`,
    ),
  ]
}
