// Takes the place of Pulumi's language hosts for Python, Go and Node, which cannot be had from the Go module proxy, in what
// `pulumi package add`, `pulumi package gen-sdk` and `pulumi convert` ask of them. Pulumi's own code writes the sources.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	gocode "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/cmdutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/version"
	"github.com/pulumi/pulumi/sdk/v3/go/common/workspace"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	// As the engine calls the executable: pulumi-language-python, pulumi-language-go or pulumi-language-nodejs.
	name string
}

func main() {
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, host{name: filepath.Base(os.Args[0])})
			return nil
		},
	})
	if err != nil {
		cmdutil.Exit(err)
	}
	fmt.Println(handle.Port)
	if err := <-handle.Done; err != nil {
		cmdutil.Exit(err)
	}
}

func (host host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version.Version}, nil
}

func (host host) GeneratePackage(
	_ context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	cached := schema.NewCachedLoader(loader)
	bound, diagnostics, err := schema.BindSpec(spec, cached, schema.ValidationOptions{AllowDanglingReferences: true})
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GeneratePackageResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	files, err := host.generate(bound, request, cached)
	if err != nil {
		return nil, err
	}
	for name, content := range files {
		path := filepath.Join(request.Directory, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return nil, err
		}
	}
	return response, nil
}

func (host host) GenerateProject(
	_ context.Context, request *pulumirpc.GenerateProjectRequest,
) (*pulumirpc.GenerateProjectResponse, error) {
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	options := []pcl.BindOption{pcl.PreferOutputVersionedInvokes}
	if !request.Strict {
		options = append(options, pcl.NonStrictBindOptions()...)
	}
	program, diagnostics, err := pcl.BindDirectory(request.SourceDirectory, schema.NewCachedLoader(loader), options...)
	if err != nil {
		return nil, err
	}
	response := &pulumirpc.GenerateProjectResponse{Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics)}
	if diagnostics.HasErrors() {
		return response, nil
	}
	var project workspace.Project
	if err := json.Unmarshal([]byte(request.Project), &project); err != nil {
		return nil, err
	}
	return response, host.generateProject(program, project, request)
}

// Installs nothing: a project keeps the SDK in its folder `sdks`, and its user links it.
func (host host) InstallDependencies(
	*pulumirpc.InstallDependenciesRequest, grpc.ServerStreamingServer[pulumirpc.InstallDependenciesResponse],
) error {
	return nil
}

func (host host) Link(context.Context, *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	return &pulumirpc.LinkResponse{}, nil
}

func (host host) generateProject(
	program *pcl.Program, project workspace.Project, request *pulumirpc.GenerateProjectRequest,
) error {
	target, local := request.TargetDirectory, request.LocalDependencies
	switch {
	case strings.HasPrefix(host.name, "pulumi-language-go"):
		return gocode.GenerateProject(target, project, program, local)
	case strings.HasPrefix(host.name, "pulumi-language-nodejs"):
		return nodejs.GenerateProject(target, project, program, local, false, "nodejs")
	}
	return python.GenerateProject(target, project, program, local, "", "")
}

func (host host) generate(
	bound *schema.Package, request *pulumirpc.GeneratePackageRequest, loader schema.ReferenceLoader,
) (map[string][]byte, error) {
	if strings.HasPrefix(host.name, "pulumi-language-go") {
		return gocode.GeneratePackage(host.name, bound, request.LocalDependencies)
	}
	return python.GeneratePackage(host.name, bound, request.ExtraFiles, loader)
}
