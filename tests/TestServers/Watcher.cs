using System.ComponentModel;
using System.Diagnostics;

namespace TestServers;

/// <summary>
/// Starts a program so that it cannot outlive this process, even if that is killed without a chance to clean up: a shell waits on a pipe from this process
/// beside the program. Without a shell the program is started directly, and the next run cleans up after a crash.
/// </summary>
internal static class Watcher
{
    // The pipe's end without the word means that the owner is gone. The shell forks the watcher and then becomes the program, so the process id is
    // known to both before the program does anything. Ctrl-C reaches the watcher too and must not end it before its work is done. The second rm
    // deletes what a dying server wrote during the first.
    private const string Script = """
        input=$1 log=$2 place=$3 container=$4; shift 4
        exec 3<&0 <"${input:-/dev/null}"
        [ -n "$log" ] && exec >>"$log" 2>&1
        (
            trap '' INT TERM HUP
            read -r word <&3
            if [ "$word" != stopped ]; then
                kill -9 $$
                [ -n "$container" ] && docker rm -f -v "$container"
                [ -n "$place" ] && { rm -rf "$place"; sleep 1; rm -rf "$place" "$place.json" "$place.lock"; }
            fi
        ) </dev/null >/dev/null 2>&1 &
        exec "$@" 3<&-
        """;

    private static readonly bool HasShell = !OperatingSystem.IsWindows();

    /// <summary>Starts a server; its output goes to the folder's log, and it looks for programs in the folder first.</summary>
    public static Process Start(ServerLaunch launch, RunFolder folder) => Start(
        new ProcessStartInfo { WorkingDirectory = folder.Path, Environment = { ["PATH"] = $"{folder.Path}{Path.PathSeparator}{Environment.GetEnvironmentVariable("PATH")}" } }, launch.Program, launch.Arguments,
        input: "", folder.ErrorLog, folder.Path, launch.Container ?? "");

    /// <summary>Starts a program that reads a file ("" for none) and ends by itself.</summary>
    public static Process Start(ProcessStartInfo start, string program, IReadOnlyList<string> arguments, string input) =>
        Start(start, program, arguments, input, log: "", place: "", container: "");

    /// <summary>Dismisses the watcher, because the program has ended.</summary>
    public static void Dismiss(Process process)
    {
        try
        {
            if (HasShell)
                process.StandardInput.Write("stopped\n");
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // Nobody waits any more.
        }
    }

    private static Process Start(
        ProcessStartInfo start, string program, IReadOnlyList<string> arguments, string input, string log, string place, string container)
    {
        if (!ProgramPath.Has(program))
            throw new SourceFailedException($"{program} is not on PATH");
        start.FileName = HasShell ? "/bin/sh" : program;
        foreach (string argument in HasShell ? ["-c", Script, "sh", input, log, place, container, program, .. arguments] : arguments)
            start.ArgumentList.Add(argument);
        start.RedirectStandardInput = true;
        start.CreateNoWindow = true;
        try
        {
            Process process = Process.Start(start)!;
            if (!HasShell && input.Length > 0)
                process.StandardInput.Write(File.ReadAllText(input));
            return process;
        }
        catch (Win32Exception exception)
        {
            throw new SourceFailedException($"{program} cannot be run ({exception.Message})", exception);
        }
    }
}
