// Imported first: a mistake in a declaration, which ends the script while it is read, is told in its own line and no more.
process.on('uncaughtException', error => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
