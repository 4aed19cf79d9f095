// Shows the progress of a long step on stderr: one changing line on a terminal, occasional lines in a log. stdout belongs to
// the command that follows. Plain JavaScript, because setup.mjs runs it under Node 20 before the installation.

export function startProgress(title, { log: given } = {}) {
  const terminal = !given && process.stderr.isTTY ? process.stderr : undefined;
  const log = given ?? printLine;
  const started = Date.now();
  const elapsed = () => formatDuration(Date.now() - started);
  let detail = "";

  const show = () => {
    const line = `· ${title} … ${[detail, elapsed()].filter(Boolean).join(", ")}`;
    if (terminal) terminal.write(`\r\x1b[2K${line.slice(0, (terminal.columns || 80) - 1)}`);
    else log(line);
  };
  if (terminal) show();
  const timer = setInterval(show, terminal ? 250 : 20_000);
  timer.unref();
  const end = (text) => {
    clearInterval(timer);
    if (terminal) terminal.write("\r\x1b[2K");
    log(text);
  };
  return {
    update: (text) => {
      detail = text;
    },
    done: () => end(`· ${title} … ${elapsed()}`),
    failed: (reason) => end(`· ${title} … not possible: ${reason}`),
  };
}

export function printLine(line) {
  process.stderr.write(`${line}\n`);
}

function formatDuration(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
