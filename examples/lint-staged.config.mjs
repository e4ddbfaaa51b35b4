// lint-staged.config.mjs: a function, so that the whole memory is judged and no file names are passed.
export default { "*.md": () => "handoff lint ." };
