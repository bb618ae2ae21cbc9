package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gonao/nao/skin"
	"gonao/studio/foxglove"
)

// maxAsset is the size of the largest file that viewers may fetch.
const maxAsset = 32 << 20

// meshes are the endings of the files that viewers may fetch.
var meshes = []string{".dae", ".stl", ".obj", ".glb", ".gltf", ".png", ".jpg", ".jpeg"}

// ownMeshes is the directory of gonao's meshes. The studio has them also where gonao_bringup is not installed.
const ownMeshes = "package://gonao_bringup/meshes/"

// asset returns a mesh of an installed ROS package: package://nao_meshes/meshes/HeadYaw.dae. Other files are refused,
// also files outside the package that a link points to.
func asset(_ context.Context, _ *foxglove.Session, uri string) ([]byte, error) {
	if name, ok := strings.CutPrefix(uri, ownMeshes); ok {
		if text, ok := skin.File(name); ok {
			return []byte(text), nil
		}
	}
	rest, ok := strings.CutPrefix(uri, "package://")
	if !ok {
		return nil, fmt.Errorf("%s: expected package://PACKAGE/FILE", uri)
	}
	pkg, file, _ := strings.Cut(rest, "/")
	if !allowedMesh(pkg, file) {
		return nil, fmt.Errorf("%s: only meshes of ROS packages can be fetched: %s", uri, strings.Join(meshes, " "))
	}
	for _, prefix := range filepath.SplitList(os.Getenv("AMENT_PREFIX_PATH")) {
		root, err := os.OpenRoot(filepath.Join(prefix, "share", pkg))
		if err != nil {
			continue
		}
		data, err := readAsset(root, file)
		if err := errors.Join(err, root.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", uri, err)
		}
		return data, nil
	}
	return nil, fmt.Errorf("%s: no package %q below AMENT_PREFIX_PATH", uri, pkg)
}

// allowedMesh reports whether a file may be fetched by its name.
func allowedMesh(pkg, file string) bool {
	if pkg == "" || strings.HasPrefix(pkg, ".") || strings.ContainsAny(pkg, `\`) || !filepath.IsLocal(file) {
		return false
	}
	for part := range strings.SplitSeq(file, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	ending := strings.ToLower(path.Ext(file))
	for _, mesh := range meshes {
		if ending == mesh {
			return true
		}
	}
	return false
}

func readAsset(root *os.Root, file string) ([]byte, error) {
	f, err := root.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxAsset+1))
	if err == nil && len(data) > maxAsset {
		err = fmt.Errorf("expected at most %d bytes", maxAsset)
	}
	return data, err
}
