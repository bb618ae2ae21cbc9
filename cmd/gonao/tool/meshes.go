package tool

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"gonao/cmd/gonao/cli"
	"gonao/nao"
)

func newMeshes(t cli.Terminal) *cobra.Command {
	var text string
	cmd := &cobra.Command{
		Use: "meshes DIRECTORY", Short: "write the skins of the links as COLLADA meshes, one file per link", Args: cobra.ExactArgs(1),
		Long: `meshes writes torso.dae, Head.dae and so on into a directory, which it creates. They are gonao's own smooth shapes with their colours,
which rviz2 and other viewers can read. gonao robot model urdf --meshes refers to them.`,
		Example: "  gonao robot model meshes skin",
		RunE: func(_ *cobra.Command, args []string) error {
			look, err := parseLook(text)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("write: %w", err)
			}
			count := 0
			for l := range nao.Link(nao.NumLinks) {
				m := nao.MeshOf(l, look)
				if len(m.Parts) == 0 {
					continue
				}
				count++
				if err := cli.CreateFile(filepath.Join(args[0], m.FileName()), func(w io.Writer) error {
					_, err := io.WriteString(w, m.COLLADA(nao.RGBA{}))
					return err
				}); err != nil {
					return err
				}
			}
			_, err = fmt.Fprintf(t.Out, "wrote %d meshes into %s\n", count, args[0])
			return err
		},
	}
	lookFlag(cmd, &text)
	return cmd
}
