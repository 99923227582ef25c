using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>A part that has a part.</summary>
internal sealed class MiddlePart : IPart
{
    public string Label { get; set; } = "";

    public Everything? Part { get; set; }
}
