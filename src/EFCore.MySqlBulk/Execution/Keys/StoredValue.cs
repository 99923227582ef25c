using EFCore.MySqlBulk.Mapping.Keys;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Compares a value that was sent with the one that came back: the server may have rounded it, padded it or changed its case.</summary>
internal static class StoredValue
{
    public static bool IsSame(object? sent, object? stored) => (sent, stored) switch
    {
        (null, null) => true,
        (null, _) or (_, null) => false,
        (string a, string b) => string.Equals(a.TrimEnd(' '), b.TrimEnd(' '), StringComparison.OrdinalIgnoreCase),
        (char a, char b) => a == b,
        (float a, float b) => IsNear(a, b),
        (double a, double b) => IsNear(a, b),
        (decimal a, decimal b) => IsNear((double)a, (double)b),
        (DateTime a, DateTime b) => (a - b).Duration() <= TimeSpan.FromSeconds(1) || (b.TimeOfDay == TimeSpan.Zero && a.Date == b),
        (DateTimeOffset a, DateTimeOffset b) => (a - b).Duration() <= TimeSpan.FromSeconds(1),
        (TimeSpan a, TimeSpan b) => (a - b).Duration() <= TimeSpan.FromSeconds(1),
        (TimeOnly a, TimeOnly b) => (a - b).Duration() <= TimeSpan.FromSeconds(1) || (b - a).Duration() <= TimeSpan.FromSeconds(1),
        (byte[] a, byte[] b) => KeyComparer.Instance.Equals(a, b),
        _ => Equals(sent, stored),
    };

    private static bool IsNear(double a, double b) => Math.Abs(a - b) <= Math.Max(0.01, Math.Abs(a) * 1e-5);
}
