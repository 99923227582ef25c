using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Update;

internal sealed class MySqlModificationCommandFactory : IModificationCommandFactory
{
    public IModificationCommand CreateModificationCommand(in ModificationCommandParameters modificationCommandParameters) =>
        new MySqlModificationCommand(modificationCommandParameters);

    public INonTrackedModificationCommand CreateNonTrackedModificationCommand(
        in NonTrackedModificationCommandParameters modificationCommandParameters) =>
        new MySqlModificationCommand(modificationCommandParameters);
}
