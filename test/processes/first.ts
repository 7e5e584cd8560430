import '../support/run-files.ts'
