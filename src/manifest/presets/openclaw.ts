/** Preset `openclaw`: an agent's workspace, index at its root, content below `memory/`. Also the default. */
export const OPENCLAW = `---
handoff: 1
preset: openclaw
index: MEMORY.md
limits: { index-chars: 5000, list-items: 5, recent: 5, topic-chars: 20000 }
heal: report            # or relocate
ignore: []              # files under the topic folders that are not memory
---
# Memory manifest

MEMORY.md holds pointers only. Content goes to the file that its kind has below; what has no kind goes to the inbox.

## Files

| file | kind | unit | write | scope | fields | keep | holds |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`memory/entities/project-{slug}.md\` | project | topic | merge | project | name, status | | one project: what it is, status, how it is built, tested, deployed |
| \`memory/infra/{slug}.md\` | infrastructure | topic | merge | project | service, notes | | one service or machine |
| \`memory/people/{slug}.md\` | person | topic | merge | user | handle, role, notes | | one person |
| \`memory/procedures/{slug}.md\` | procedure | topic | merge | project | name | | how a recurring job is done here: steps, commands, checks, limits |
| \`memory/decisions/{yyyy-mm}.md\` | decision | fact | append | project | | | what was decided, why, what was rejected |
| \`memory/lessons.md\` | lesson | fact | merge | project | | | what went wrong, its cause, what to do instead |
| \`memory/preferences.md\` | preference | fact | merge | user | | | standing wishes and rules of the user |
| \`TODO.md\` | todo | fact | merge | project | | | open work and temporary notes |
| \`memory/handoffs/{date}-{time}-{session}.md\` | handoff | boundary | new | project | | 60 days | working state at one boundary |
| \`memory/inbox.md\` | * | fact | append | project | | | what has no route, is unverified, or waits for a person |

## Index

| section | kinds | form | columns | max |
| --- | --- | --- | --- | --- |
| Users | person | table | handle, role, notes, detail file=path | 20 |
| Projects | project | table | name, status, detail file=path | 40 |
| Infrastructure | infrastructure | table | service, notes, detail file=path | 40 |
| Behavior rules | | line | See AGENTS.md for current rules. | |
| Topics | procedure, decision, lesson, preference, todo | table | topic, holds, detail file=path | 20 |
| Recent | handoff | list | date: [task](path) | 5 |
`;
