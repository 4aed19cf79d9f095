// pulumi/providertest with the plugin of this package: the life of one program.

package providertest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/pulumi/providertest/pulumitest"
	"github.com/pulumi/providertest/pulumitest/assertpreview"
	"github.com/pulumi/providertest/pulumitest/assertrefresh"
	"github.com/pulumi/providertest/pulumitest/assertup"
	"github.com/pulumi/providertest/pulumitest/opttest"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const program = "testdata/office"

func office(t *testing.T) *pulumitest.PulumiTest {
	return pulumitest.NewPulumiTest(t, program, opttest.LocalProviderPath("signalwire", os.Getenv("PLUGIN_FOLDER")),
		opttest.SkipInstall())
}

func TestLifecycle(t *testing.T) {
	test := office(t)
	test.Preview(t)
	up := test.Up(t)
	assert.NotEmpty(t, up.Outputs["deskId"].Value)
	log := test.GrpcLog(t)
	creates, err := log.Creates()
	require.NoError(t, err)
	// Each command of the engine starts the file anew, so it holds the calls of the last one.
	assert.Len(t, creates, 4)
	for _, entry := range log.Entries {
		assert.NotContains(t, string(entry.Response), os.Getenv("OFFICE_PASSWORD"))
	}
	assertup.HasNoChanges(t, test.Up(t))
	assertpreview.HasNoChanges(t, test.Preview(t))
	assertrefresh.HasNoChanges(t, test.Refresh(t))

	exported := test.ExportStack(t)
	test.ImportStack(t, exported)
	assert.JSONEq(t, resources(t, exported), resources(t, test.ExportStack(t)))
	assertpreview.HasNoChanges(t, test.Preview(t))
	test.Destroy(t)
}

func TestImport(t *testing.T) {
	test := office(t)
	desk := test.Up(t).Outputs["deskId"].Value.(string)
	imported := test.Import(t, "signalwire:index:SipEndpoint", "imported", desk, "")
	assert.Contains(t, imported.Stdout, "username: desk")
	profile := test.Import(t, "signalwire:index:SipProfile", "profile-again", "default", "")
	assert.Contains(t, profile.Stdout, "defaultEncryption: required")
}

// Returns the resources of a deployment. Ciphertexts differ with each export.
func resources(t *testing.T, deployment apitype.UntypedDeployment) string {
	var whole struct {
		Resources []map[string]any `json:"resources"`
	}
	require.NoError(t, json.Unmarshal(deployment.Deployment, &whole))
	text, err := json.Marshal(whole.Resources)
	require.NoError(t, err)
	lines := strings.Split(strings.ReplaceAll(string(text), `,"`, ",\n\""), "\n")
	kept := lines[:0]
	for _, line := range lines {
		if !strings.Contains(line, "ciphertext") && !strings.Contains(line, "\"modified\"") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}
