// npm run test:cut-network: cuts the network between one of two servers and their database during a feed, at several points,
// and measures how long the other server's feed for the same client waits.
process.env.CUT_NETWORK = '1'
process.argv.push('server/src/feeds/deliveries/cut-feed.test.ts')
await import('./test.mjs')
