using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>Shares its row with a note.</summary>
internal sealed class Noted : Everything
{
    public SharedNote? Note { get; set; }
}
