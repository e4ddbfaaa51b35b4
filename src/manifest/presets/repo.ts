/**
 * Preset `repo`: memory committed with the code in `.memory/`, linted before commit and in CI. `{person}` keeps what
 * belongs to one colleague apart; handoffs and the inbox are each one's own and ignored by git.
 */
export const REPO = `---
handoff: 1
preset: repo
index: MEMORY.md
limits: { index-chars: 5000, list-items: 5, recent: 5, topic-chars: 20000 }
heal: report            # or relocate
ignore: []              # files under the topic folders that are not memory
---
# Memory manifest

MEMORY.md holds pointers only. Content goes to the file that its kind has below; what has no kind goes to the inbox.
Everything here is committed with the code, except \`handoffs/\` and \`inbox/\`.

## Files

| file | kind | unit | write | scope | fields | keep | holds |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`projects/{slug}.md\` | project | topic | merge | project | name, status | | one project or component: what it is, status, how it is built, tested, deployed |
| \`infra/{slug}.md\` | infrastructure | topic | merge | project | service, notes | | one service or machine |
| \`people/{slug}.md\` | person | topic | merge | project | handle, role, notes | | one person |
| \`procedures/{slug}.md\` | procedure | topic | merge | project | name | | how a recurring job is done here: steps, commands, checks, limits |
| \`decisions/{yyyy-mm}.md\` | decision | fact | append | project | | | what was decided, why, what was rejected |
| \`lessons.md\` | lesson | fact | merge | project | | | what went wrong, its cause, what to do instead |
| \`preferences/{person}.md\` | preference | fact | merge | user | | | standing wishes and rules of one colleague |
| \`TODO.md\` | todo | fact | merge | branch | | | open work and temporary notes |
| \`handoffs/{date}-{time}-{session}.md\` | handoff | boundary | new | project | | 60 days | working state at one boundary |
| \`inbox/{person}.md\` | * | fact | append | user | | | what has no route, is unverified, or waits for a person |

## Index

| section | kinds | form | columns | max |
| --- | --- | --- | --- | --- |
| Users | person | table | handle, role, notes, detail file=path | 20 |
| Projects | project | table | name, status, detail file=path | 40 |
| Infrastructure | infrastructure | table | service, notes, detail file=path | 40 |
| Behavior rules | | line | See AGENTS.md for current rules. | |
| Topics | procedure, decision, lesson, preference, todo | table | topic, holds, detail file=path | 20 |
`;
