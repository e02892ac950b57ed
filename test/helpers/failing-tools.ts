import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

const run = promisify(execFile);
const TOOLS = ['ffmpeg', 'ffprobe', 'heif-convert'] as const;
type Tool = (typeof TOOLS)[number];

interface FailingTools {
  /** The next run of a tool whose arguments contain `when` does this instead, in the language of the shell. */
  failOnce(tool: Tool, when: string, what: string): Promise<void>;
  /** Whether it has. */
  hasFailed(tool: Tool): boolean;
}

/** Puts tools first on the path that pass on to the real ones. For what is started after it in the surrounding `describe`. */
export function useFailingTools(): FailingTools {
  const path = process.env.PATH;
  let folder = '';
  const faultOf = (tool: Tool) => join(folder, `${tool}.fault`);
  before(async () => {
    folder = await tempFolder();
    for (const tool of TOOLS) {
      const { stdout } = await run('sh', ['-c', `command -v ${tool}`]);
      const script = `#!/bin/sh\n[ ! -f '${faultOf(tool)}' ] || . '${faultOf(tool)}'\nexec '${stdout.trim()}' "$@"\n`;
      await writeFile(join(folder, tool), script);
      await chmod(join(folder, tool), 0o755);
    }
    process.env.PATH = [folder, path].join(delimiter);
  });
  after(() => {
    process.env.PATH = path;
  });
  return {
    async failOnce(tool, when, what) {
      const fault = faultOf(tool);
      const once = `case "$*" in *'${when}'*) if mv '${fault}' '${fault}.done' 2>/dev/null; then ${what}; fi;; esac\n`;
      await writeFile(`${fault}.next`, once);
      await rename(`${fault}.next`, fault);
    },
    hasFailed: (tool) => existsSync(`${faultOf(tool)}.done`),
  };
}
