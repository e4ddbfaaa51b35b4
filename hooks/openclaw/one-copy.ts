/** Both forms run in the gateway's own process: where they meet, they meet here. */
const KEY = Symbol.for("session-handoff.plugins");

/** How many running plugins serve a state folder, by its path. */
type Running = Map<string, number>;

/** From now on the plugin acts for this state folder; the returned function ends that. */
export function pluginActs(home: string): () => void {
  const running = runningPlugins();
  running.set(home, (running.get(home) ?? 0) + 1);
  let over = false;
  return () => {
    if (!over) running.set(home, (running.get(home) ?? 1) - 1);
    over = true;
  };
}

/** Whether a hook of the pack is to do nothing, since the plugin acts for the same state folder. */
export function isPluginActing(home: string): boolean {
  return (runningPlugins().get(home) ?? 0) > 0;
}

function runningPlugins(): Running {
  const shared = globalThis as { [KEY]?: Running };
  shared[KEY] ??= new Map();
  return shared[KEY];
}
