using System.Diagnostics;

namespace TestServers;

/// <summary>
/// Starts a server so that it cannot outlive this process, even one that is killed without a chance to tidy up: a shell waits on a pipe of ours
/// beside the server. Where there is no shell the server is started plainly and the next run takes away what a crash leaves.
/// </summary>
internal static class Watcher
{
    // The pipe's end without the word means that the owner is gone. The shell forks the watcher and then becomes the server, so the process id is
    // known to both before the server does anything. Ctrl-C reaches the watcher too and must not end it before its work is done. The second rm
    // is for what a dying server wrote during the first.
    private const string Script = """
        place=$1 container=$2; shift 2
        exec 3<&0 </dev/null >>"$place/error.log" 2>&1
        (
            trap '' INT TERM HUP
            read -r word <&3
            if [ "$word" != stopped ]; then
                kill -9 $$
                [ -n "$container" ] && docker rm -f -v "$container"
                rm -rf "$place"; sleep 1
                rm -rf "$place" "$place.json" "$place.lock"
            fi
        ) </dev/null >/dev/null 2>&1 &
        exec "$@" 3<&-
        """;

    public static Process Start(ServerLaunch launch, RunFolder folder)
    {
        bool watched = !OperatingSystem.IsWindows();
        string[] arguments = watched
            ? ["-c", Script, "sh", folder.Path, launch.Container ?? "", launch.Program, .. launch.Arguments]
            : [.. launch.Arguments];
        return Process.Start(new ProcessStartInfo(watched ? "/bin/sh" : launch.Program, arguments)
        {
            RedirectStandardInput = true,
            CreateNoWindow = true,
            WorkingDirectory = folder.Path,
        })!;
    }

    /// <summary>Sends the watcher home: the server has been stopped.</summary>
    public static void Dismiss(Process process)
    {
        try
        {
            process.StandardInput.Write("stopped\n");
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // Nobody waits any more.
        }
    }
}
