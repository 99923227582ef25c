using System.Globalization;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>How much the machine has to do: this program, its servers and whatever else runs.</summary>
internal static class LoadAverage
{
    private const string File = "/proc/loadavg";

    /// <summary>Linux's load average of the last minute; null on other systems.</summary>
    public static double? Read() =>
        System.IO.File.Exists(File) ? double.Parse(System.IO.File.ReadAllText(File).Split(' ')[0], CultureInfo.InvariantCulture) : null;
}
