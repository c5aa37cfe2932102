// check_questions.cjs FILE FOLDER: run the SQL of FILE with DuckDB inside FOLDER, an output folder of the sample, and
// hold the result of each query against the comment "-- → ANSWER" below it. Rows are separated by "; ", cells by ", ".
const fs = require('fs')
const { DuckDBInstance } = require('@duckdb/node-api')

async function main(file, folder) {
  const parts = fs.readFileSync(file, 'utf8').split(/;$/m)
  process.chdir(folder)
  const db = await (await DuckDBInstance.create(':memory:')).connect()
  let result, asked = 0, wrong = 0
  for (const part of parts) {
    const told = part.match(/^-- → (.*)$/m)
    if (told) {
      asked++
      const got = result.map(row => row.join(', ')).join('; ')
      if (got !== told[1]) { wrong++; console.error(`${file}: "${told[1]}": DuckDB answers "${got}"`) }
    }
    const sql = part.replace(/^--.*$/gm, '').trim()
    if (sql) result = (await db.runAndReadAll(sql)).getRows()
  }
  console.log(`${file}: ${asked} questions, ${wrong} with another answer`)
  if (wrong || asked !== 20) process.exit(1)
}

main(...process.argv.slice(2)).catch(e => { console.error(String(e)); process.exit(1) })
