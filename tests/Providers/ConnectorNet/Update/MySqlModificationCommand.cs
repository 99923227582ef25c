using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.Json;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Update;

/// <summary>A row to write. If one value of a JSON document has changed, it is written as JSON too.</summary>
internal sealed class MySqlModificationCommand : ModificationCommand
{
    public MySqlModificationCommand(in ModificationCommandParameters parameters)
        : base(parameters)
    {
    }

    public MySqlModificationCommand(in NonTrackedModificationCommandParameters parameters)
        : base(parameters)
    {
    }

    protected override void ProcessSinglePropertyJsonUpdate(ref ColumnModificationParameters parameters)
    {
        IProperty property = parameters.Property!;
        JsonValueReaderWriter writer = property.GetJsonValueReaderWriter() ?? property.GetTypeMapping().JsonValueReaderWriter!;
        if (parameters.Value is { } value)
        {
            parameters = parameters with { Value = writer.ToJsonString(value) };
        }
    }
}
