/**
 * Preset `claude-code`: the client's auto-memory folder. Topics carry the front matter the client writes (`name`,
 * `description`, `metadata.type`); kinds share \`{slug}.md\` and are told apart by `metadata.kind`, a field of ours. The
 * client itself never reads `handoffs/` and `inbox.md`. Measured facts: `src/hosts/claude-code/README.md`.
 */
export const CLAUDE_CODE = `---
handoff: 1
preset: claude-code
index: MEMORY.md
own: block              # only our marked block; every other line is someone else's
limits: { index-chars: 5000, list-items: 5, recent: 5, topic-chars: 20000 }
heal: report            # or relocate
ignore: []              # files beside the topics that are not memory
---
# Memory manifest

MEMORY.md holds one line a topic. Content goes to the file that its kind has below; what has no kind goes to the inbox.

## Files

| file | kind | unit | write | scope | fields | keep | holds |
| --- | --- | --- | --- | --- | --- | --- | --- |
| \`{slug}.md\` | project | topic | merge | project | name, description, status, metadata.type=project, metadata.kind=project | | one project or piece of work: what it is, status, how it is built, tested, deployed |
| \`{slug}.md\` | infrastructure | topic | merge | project | name, description, service, notes, metadata.type=reference, metadata.kind=infrastructure | | one service, machine or outside resource |
| \`{slug}.md\` | person | topic | merge | user | name, description, handle, role, notes, metadata.type=user, metadata.kind=person | | one person |
| \`{slug}.md\` | procedure | topic | merge | project | name, description, metadata.type=reference, metadata.kind=procedure | | how a recurring job is done here: steps, commands, checks, limits |
| \`{slug}.md\` | decision | topic | append | project | name, description, metadata.type=project, metadata.kind=decision | | what was decided, why, what was rejected |
| \`{slug}.md\` | lesson | topic | merge | project | name, description, metadata.type=feedback, metadata.kind=lesson | | what went wrong, its cause, what to do instead |
| \`{slug}.md\` | preference | topic | merge | user | name, description, metadata.type=feedback, metadata.kind=preference | | standing wishes and rules of the user |
| \`todo.md\` | todo | fact | merge | project | name, description, metadata.type=project, metadata.kind=todo | | open work and temporary notes |
| \`handoffs/{date}-{time}-{session}.md\` | handoff | boundary | new | project | | 60 days | working state at one boundary |
| \`inbox.md\` | * | fact | append | project | | | what has no route, is unverified, or waits for a person |

## Index

| section | kinds | form | columns | max |
| --- | --- | --- | --- | --- |
| | project, infrastructure, person, procedure, decision, lesson, preference, todo | list | [topic](path) — description | 60 |
`;
