using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace TestServers;

/// <summary>Identifies one process, and not a later one with the same id.</summary>
internal sealed record ProcessIdentity(int Id, string StartedAt)
{
    public static ProcessIdentity Of(Process process) => new(process.Id, StartOf(process));

    /// <summary>The process, if it is still running and has <paramref name="argument"/> on its command line (as far as that can be read).</summary>
    public Process? Find(string argument)
    {
        try
        {
            Process process = Process.GetProcessById(Id);
            if (StartOf(process) == StartedAt && HasArgument(argument))
                return process;
            process.Dispose();
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException or Win32Exception or IOException)
        {
            // It is gone, or this user may not look at it.
        }
        return null;
    }

    // The 22nd word of stat, in clock ticks since boot: it is exact, while Process.StartTime is computed and varies. The program's name, the second
    // word, may hold blanks and stands in parentheses.
    private static string StartOf(Process process)
    {
        if (!OperatingSystem.IsLinux())
            return process.StartTime.ToUniversalTime().ToString("s");
        string stat = File.ReadAllText($"/proc/{process.Id}/stat");
        return stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[19];
    }

    private bool HasArgument(string argument) =>
        !OperatingSystem.IsLinux() || Encoding.UTF8.GetString(File.ReadAllBytes($"/proc/{Id}/cmdline")).Split('\0').Contains(argument);
}
