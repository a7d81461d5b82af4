import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

// Apart from the build, which has to work where no test tool is installed.
export default mergeConfig(
  build,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: { environment: "happy-dom", pool: "vmThreads", include: ["tests/**/*.test.ts"] },
  }),
);
