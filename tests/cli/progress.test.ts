import { expect, it } from "vitest";
import { showProgress } from "../../cli/progress.ts";

function shown(isTTY: boolean) {
  let time = 1_000;
  let text = "";
  const stream = {
    isTTY,
    write: (part: string) => {
      text += part;
      return true;
    },
  };
  return {
    progress: showProgress(stream, () => time),
    after: (milliseconds: number) => {
      time += milliseconds;
    },
    text: () => text,
  };
}

it("a terminal has one line, drawn ten times a second at most and gone at the end", () => {
  const { progress, after, text } = shown(true);
  progress.show("1 read");
  progress.show("2 read");
  after(100);
  progress.show("3 read");
  progress.say("Waiting 2 s");
  progress.end();
  expect(text()).toBe("1 read\r\x1b[K3 read\r\x1b[KWaiting 2 s\n");
});

it("a log has a line every ten seconds, and none for a shorter command", () => {
  const { progress, after, text } = shown(false);
  progress.show("1 read");
  after(9_999);
  progress.show("900 read");
  after(1);
  progress.show("1000 read");
  progress.show("1001 read");
  after(10_000);
  progress.show("2000 read");
  progress.end();
  expect(text()).toBe("1000 read\n2000 read\n");
});
