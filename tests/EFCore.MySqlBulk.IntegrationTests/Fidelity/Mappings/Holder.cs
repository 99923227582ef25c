using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Holds a part that has a value of every type.</summary>
internal sealed class Holder
{
    public int Id { get; set; }

    public string Title { get; set; } = "";

    public Everything? Part { get; set; }
}
