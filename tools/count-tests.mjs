// A vitest reporter that writes counts, skipped tests with reasons, failed files, and the longest files, for tools/test.mjs.
import { writeFileSync } from 'node:fs'

const LONGEST = 10

export default class CountTests {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    const skips = []
    const failed = {}
    let corners = 0
    for (const module of modules) {
      // A file that fails outside its tests counts as one failure.
      if (module.errors().length > 0) counts.failed++
      if (!module.ok()) failed[module.relativeModuleId] = module.errors().map(({ message }) => message)
      for (const test of module.children.allTests()) {
        const { state, note } = test.result()
        if (state === 'skipped' && !note && test.tags.includes('corner')) {
          corners++
          continue
        }
        if (state in counts) counts[state]++
        if (state === 'failed') failed[module.relativeModuleId].push(test.fullName)
        if (state === 'skipped')
          skips.push(`${module.relativeModuleId} > ${test.fullName}: ${note ?? 'no reason given'}`)
      }
    }
    writeFileSync(
      process.env.DESPATCH_TEST_COUNTS,
      JSON.stringify({ counts, corners, skips, failed, loose: errors.length, ...durations(modules) }),
    )
  }
}

/** Seconds of each project, and the files that took longest: loading and tests. */
function durations(modules) {
  const projects = {}
  const files = modules.map((module) => {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
    const seconds = (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000
    projects[module.project.name] = (projects[module.project.name] ?? 0) + seconds
    return { file: module.relativeModuleId, seconds }
  })
  return { projects, longest: files.sort((one, other) => other.seconds - one.seconds).slice(0, LONGEST) }
}
