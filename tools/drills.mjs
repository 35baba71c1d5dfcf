// The long fault tests of npm run test:drills. A drill is one line: its title, its npm script and, if the whole would take too
// long here, settings for fewer repetitions.
const BENCH = ['--orders', '2000', '--rounds', '1', '--seconds', '1', '--without-aims', '--only']

export const DRILLS = [
  { title: 'full disk', script: 'test:full-disk' },
  { title: 'rolling restart', script: 'test:rolling', env: { ROLLING_ROUNDS: '2' } },
  { title: 'cut network', script: 'test:cut-network' },
  { title: 'restore', script: 'test:restore', env: { RESTORE_ROUNDS: '2' } },
  { title: 'interrupted feeds', script: 'test:interrupted', env: { INTERRUPTED_POINTS: '4' } },
  { title: 'hostile files', script: 'test:hostile' },
  { title: 'in number', script: 'test:in-number' },
  { title: 'histories of money', script: 'test:histories', args: ['500', '2'] },
  { title: 'life of goods', script: 'test:goods' },
  { title: 'stops of carriers', script: 'test:stops' },
  { title: 'windows', script: 'test:windows', args: ['500'] },
  { title: 'screens', script: 'test:screens' },
  { title: 'truth of routing', script: 'test:routing' },
  { title: 'smallest bench', script: 'bench', args: [...BENCH, 'list,detail,create'] },
  { title: 'neighbours', script: 'bench', args: [...BENCH, 'neighbours'] },
  { title: 'mixed work', script: 'bench', args: [...BENCH, 'mixed'] },
  { title: 'growth', script: 'bench', args: [...BENCH, 'growth,feed-today', '--skewed', '--feed-lines', '300'] },
  { title: 'smallest bench without history', script: 'bench', args: [...BENCH, 'fill', '--without-history'] },
]
