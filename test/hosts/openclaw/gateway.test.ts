import { expect } from "vitest";
import { says } from "../../fixtures/messages-api/stand-in.ts";
import { CLIENT_VERSIONS, type Era } from "./client.ts";
import { startGateway } from "./gateway.ts";
import { hostTest } from "./host-test.ts";

const turns = [{ prompt: /import/u, answers: [says("It reads bank statements.")] }];

for (const era of Object.keys(CLIENT_VERSIONS) as Era[]) {
  hostTest(
    `a gateway of ${CLIENT_VERSIONS[era]} answers in a chat and stops cleanly`,
    async ({ openLab, figure }) => {
      const lab = await openLab({ era, turns });
      const gateway = await startGateway(lab);
      const first = await gateway.chat("What does the import do?");
      expect(first.text).toBe("It reads bank statements.");
      expect(first.asked?.prompt).toBe("What does the import do?");
      const reset = await gateway.chat("/new");
      figure("/new in a chat", `${CLIENT_VERSIONS[era]} without hooks`, reset.took);
      expect(reset.text).toContain("New session started");
      figure("SIGTERM to the end", CLIENT_VERSIONS[era], await gateway.stop());
      expect(gateway.log()).toContain("completed cleanly");
    },
  );
}
