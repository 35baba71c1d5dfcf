// Decides what npm must install, from the lockfile and from npm's record of installed packages. npm writes that record last, so
// it does not list the remains of an interrupted install.

/**
 * Decides which npm command to run. Undefined if everything is installed.
 * @param {{
 *   scope: 'running' | 'everything',
 *   locked: Record<string, object>,
 *   recorded: Record<string, object> | undefined,
 *   changed: string | undefined,
 * }} state `recorded` is undefined if nothing is installed; `changed` names a package.json that differs from the lockfile.
 * @returns {{ command: string[], places: string[], remove: string[], reason: string } | undefined}
 */
export function planInstall({ scope, locked, recorded, changed }) {
  const isMissing = ([place, { version, integrity }]) =>
    recorded?.[place]?.version !== version || recorded?.[place]?.integrity !== integrity
  const needed = Object.entries(locked).filter(isNeededHere)
  const running = needed.filter(([, { dev }]) => !dev)
  const missing = running.find(isMissing)
  const hasRest = Object.values(recorded ?? {}).some(({ dev }) => dev)
  const reason = recorded ? changed && `${changed} has changed` : 'nothing is installed'
  if (reason || missing) {
    // npm ci starts from scratch, so packages for tests are installed again if they were there.
    const isWhole = scope === 'everything' || hasRest
    return {
      command: ['ci', isWhole ? '--include=dev' : '--omit=dev'],
      places: (isWhole ? needed : running).map(([place]) => place),
      remove: [],
      reason: reason ?? describeMissing(missing),
    }
  }
  const lacking = scope === 'everything' ? needed.filter(isMissing) : []
  if (lacking.length === 0) return undefined
  return {
    // A portal may be running: npm install, unlike npm ci, leaves installed packages alone.
    command: ['install', '--no-save', '--include=dev'],
    places: lacking.map(([place]) => place),
    // npm would take a half-unpacked package for a complete one.
    remove: Object.entries(locked)
      .filter(isLibrary)
      .filter(isMissing)
      .map(([place]) => place),
    reason: hasRest ? describeMissing(lacking[0]) : 'what tests, benchmarks and linting need',
  }
}

function describeMissing([place]) {
  return `${place.split('node_modules/').at(-1)} is missing or out of date`
}

function isLibrary([place, { link }]) {
  return place.includes('node_modules/') && !link
}

/** Whether this machine needs a package: not workspaces, and of optional packages only those for its platform. */
function isNeededHere([place, entry]) {
  return isLibrary([place, entry]) && (!(entry.optional || entry.devOptional) || isForThisPlatform(entry))
}

/** Whether an optional package is for this platform. npm decides about C libraries and indirect dependencies. */
function isForThisPlatform({ os, cpu, libc }) {
  const fits = (list, ours) => !list || [list].flat().includes(ours)
  return (os || cpu) && !libc && fits(os, process.platform) && fits(cpu, process.arch)
}
