using System.Text.Json;
using System.Text.Json.Serialization;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>Everything a run found out.</summary>
internal sealed record Report(Machine Machine, bool IsQuick, IReadOnlyList<Measurement> Measurements, IReadOnlyList<Figure> Figures)
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase) },
    };

    public async Task WriteAsync(string file)
    {
        await using FileStream stream = File.Create(file);
        await JsonSerializer.SerializeAsync(stream, this, Json);
    }
}
