// ProgramTest, with which Pulumi tests its own examples, on the examples of this package in four languages: preview, up, export, import,
// empty preview and up, refresh, edits, destroy.

package programtest

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/engine"
	"github.com/pulumi/pulumi/pkg/v3/testing/integration"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/fsutil"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	root     = "../../.."
	password = "canary-vivid-otter-lunar-canyon"
	number   = "+12025550101"
)

// A change of a program: pattern → replacement.
type change map[string]string

// User name → caller ID, as the service holds them.
type desks map[string]string

// A small office of two desks is the same program in two languages.
var office = desks{"front-desk": "Front desk", "workshop": "Workshop"}

func TestTypeScript(t *testing.T) {
	options := npm(t, "starter")
	options.Config["number"] = number
	options.Secrets = map[string]string{"deskPassword": password}
	lives(t, options, "index.ts", desks{"front-desk": ""},
		edit{change{`(encryption: .*)`: "$1\ncallerId: \"Front desk\","}, desks{"front-desk": "Front desk"}},
		edit{change{`"front-desk"`: `"garage"`}, desks{"garage": ""}},
	)
}

func TestTypeScriptComponent(t *testing.T) {
	options := npm(t, "office")
	options.Config["number"] = number
	options.Config["domain"] = "example-office.sip.signalwire.com"
	options.Config["documents"] = "https://example.com/phones"
	options.OrderedConfig = []integration.ConfigValue{
		{Key: "desks[0].username", Value: "reception", Path: true},
		{Key: "desks[1].username", Value: "workshop", Path: true},
		{Key: "passwords.reception", Value: password, Path: true, Secret: true},
		{Key: "passwords.workshop", Value: password, Path: true, Secret: true},
	}
	lives(t, options, "office.ts", desks{"reception": "reception", "workshop": "workshop"},
		edit{change{`\?\? username`: "?? `Desk $${username}`"}, desks{"reception": "Desk reception", "workshop": "Desk workshop"}},
		edit{change{`this.desks = desks\.map`: "this.desks = desks.slice(1).map"}, desks{"workshop": "workshop"}},
	)
}

func TestYAML(t *testing.T) {
	options := plugin(t, "examples/yaml")
	options.Secrets = map[string]string{"frontDeskPassword": password, "workshopPassword": password}
	lives(t, options, "Pulumi.yaml", office,
		edit{change{`callerId: Workshop`: `callerId: Repairs`}, desks{"front-desk": "Front desk", "workshop": "Repairs"}},
		edit{change{`username: workshop`: `username: garage`}, desks{"front-desk": "Front desk", "garage": "Workshop"}},
		edit{change{`(?s)  browserClient:.*?\n\n`: "\n", `  client.*\n`: ""}, office},
	)
}

func TestPython(t *testing.T) {
	options := plugin(t, "examples/python")
	options.Config["mainNumber"] = number
	options.Secrets = map[string]string{"frontDeskPassword": password, "workshopPassword": password}
	lives(t, options, "__main__.py", office,
		edit{change{`caller_id="Workshop"`: `caller_id="Repairs"`}, desks{"front-desk": "Front desk", "workshop": "Repairs"}},
		edit{change{`username="workshop"`: `username="garage"`}, desks{"front-desk": "Front desk", "garage": "Workshop"}},
		edit{change{`(?s)browser_client = .*?\n\)\n`: "", `pulumi.export\("client.*\n`: ""}, office},
	)
}

func TestGo(t *testing.T) {
	options := plugin(t, os.Getenv("GO_EXAMPLE"))
	options.Secrets = map[string]string{"deskPassword": password}
	lives(t, options, "main.go", desks{"front-desk": ""},
		edit{change{`(Username:.*)`: "$1\nCallerId: pulumi.String(\"Front desk\"),"}, desks{"front-desk": "Front desk"}},
		edit{change{`"front-desk"`: `"garage"`}, desks{"garage": ""}},
	)
}

type edit struct {
	change change
	after  desks
}

// Runs ProgramTest, with each edit of this file, and looks at the service after each `up`.
func lives(t *testing.T, options *integration.ProgramTestOptions, file string, first desks, edits ...edit) {
	text, err := os.ReadFile(filepath.Join(options.Dir, file))
	require.NoError(t, err)
	options.ExtraRuntimeValidation = shows(first)
	for _, edit := range edits {
		edited := string(text)
		for pattern, replacement := range edit.change {
			require.Regexp(t, pattern, edited)
			edited = regexp.MustCompile(pattern).ReplaceAllString(edited, replacement)
		}
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(edited), 0o600))
		options.EditDirs = append(options.EditDirs,
			integration.EditDir{Dir: dir, Additive: true, ExtraRuntimeValidation: shows(edit.after)})
	}
	last := options.EditDirs[len(options.EditDirs)-1]
	options.EditDirs = append(options.EditDirs, integration.EditDir{Dir: last.Dir, Additive: true, ExpectNoChanges: true})
	before := list(t, "/phone_numbers")
	integration.ProgramTest(t, options)
	assert.Empty(t, list(t, "/endpoints/sip"))
	for _, each := range append(before, list(t, "/phone_numbers")...) {
		assert.Nil(t, each["call_handler"], "onDestroy restores the number")
	}
}

func shows(expected desks) func(*testing.T, integration.RuntimeValidationStackInfo) {
	return func(t *testing.T, stack integration.RuntimeValidationStackInfo) {
		found := desks{}
		for _, each := range list(t, "/endpoints/sip") {
			callerID, _ := each["caller_id"].(string)
			found[each["username"].(string)] = callerID
		}
		assert.Equal(t, expected, found)
		text, err := json.Marshal(stack)
		require.NoError(t, err)
		assert.NotContains(t, string(text), password)
	}
}

func optionsOf(dir string) *integration.ProgramTestOptions {
	return &integration.ProgramTestOptions{
		Dir: dir,
		// The programs have the same account.
		NoParallel:                      true,
		RequireEmptyPreviewAfterRefresh: true,
		Config:                          map[string]string{},
		ExportStateValidator: func(t *testing.T, state []byte) {
			assert.NotContains(t, string(state), password)
		},
	}
}

// Options for an example with the packed file of this package, as npm installs it.
func npm(t *testing.T, example string) *integration.ProgramTestOptions {
	require.FileExists(t, os.Getenv("PACKED"))
	options := optionsOf(filepath.Join(root, "examples", example))
	options.UseNpm = true
	options.Overrides = map[string]string{"pulumi-signalwire": "file:" + os.Getenv("PACKED")}
	return options
}

// Options for an example with the plugin, and what `pulumi package gen-sdk` writes, in its folder.
func plugin(t *testing.T, example string) *integration.ProgramTestOptions {
	dir := example
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	options := optionsOf(dir)
	options.PrePrepareProject = func(project *engine.Projinfo) error {
		// A Python host from the Go module proxy is older than the option `virtualenv`, so the environment is activated.
		options.Env = append(options.Env, "PATH="+filepath.Join(project.Root, "venv/bin")+":"+os.Getenv("PATH"))
		bin := filepath.Join(project.Root, "node_modules/.bin")
		if err := os.MkdirAll(bin, 0o700); err != nil {
			return err
		}
		if err := fsutil.CopyFile(filepath.Join(project.Root, "sdk"), os.Getenv("SDKS"), nil); err != nil {
			return err
		}
		return os.Symlink(os.Getenv("PLUGIN"), filepath.Join(bin, "pulumi-resource-signalwire"))
	}
	return options
}

// Returns the objects of a list of the service.
func list(t *testing.T, path string) []map[string]any {
	request, err := http.NewRequest(http.MethodGet, os.Getenv("SIGNALWIRE_BASE_URL")+"/api/relay/rest"+path, nil)
	require.NoError(t, err)
	request.SetBasicAuth(os.Getenv("SIGNALWIRE_PROJECT_ID"), os.Getenv("SIGNALWIRE_API_TOKEN"))
	answer, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer answer.Body.Close()
	var page struct {
		Data []map[string]any `json:"data"`
	}
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&page))
	return page.Data
}
