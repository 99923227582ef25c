using System.Globalization;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>Provider values as SQL text, right in every sql_mode.</summary>
internal static class Literals
{
    // A backslash means itself or an escape depending on NO_BACKSLASH_ESCAPES; hex has one meaning.
    public static string Text(object value)
    {
        string text = (string)value;
        return text.AsSpan().IndexOfAny('\\', '\0') < 0
            ? $"'{text.Replace("'", "''", StringComparison.Ordinal)}'"
            : $"_utf8mb4 X'{Convert.ToHexString(System.Text.Encoding.UTF8.GetBytes(text))}'";
    }

    public static string Bytes(object value) => $"X'{Convert.ToHexString((byte[])value)}'";

    public static string Guid(object value) => $"'{value:D}'";

    public static string Number(object value) => Convert.ToString(value, CultureInfo.InvariantCulture)!;

    public static string Float(object value) => ((float)value).ToString("E8", CultureInfo.InvariantCulture);

    public static string Double(object value) => ((double)value).ToString("E16", CultureInfo.InvariantCulture);

    public static string Bool(object value) => (bool)value ? "1" : "0";

    public static string Date(object value) =>
        "DATE '" + ((DateTime)value).ToString("yyyy-MM-dd", CultureInfo.InvariantCulture) + "'";

    public static string DateTime(object value) =>
        "TIMESTAMP '" + ((DateTime)value).ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture) + "'";

    public static string Time(object value)
    {
        TimeSpan time = (TimeSpan)value;
        string sign = time < TimeSpan.Zero ? "-" : "";
        time = time.Duration();
        int hours = (int)time.TotalHours;
        return string.Create(CultureInfo.InvariantCulture, $"TIME '{sign}{hours:00}:{time:mm\\:ss\\.ffffff}'");
    }
}
